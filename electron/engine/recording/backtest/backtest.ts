import type { AlertBacktest } from '#shared/contract/recording/backtest'
import { fail } from '#shared/domain/base/problem'
import { followsFromMarket, type AlertCondition } from '#shared/domain/market/alerts/index'
import { recordingText } from '#shared/messages/recording'
import { systemClock } from '../../base/clock'
import { compareTimes, logTimeAt, type LogTime } from '../replay/log-time'
import type { Position } from '../replay/position'
import { RecordingReader } from '../replay/recording-reader'
import { Slices } from '../replay/slices'
import { RecordedAlert } from './recorded-alert'
import { startWithin } from './start-within'

export interface BacktestRequest {
  readonly condition: AlertCondition
  /** The cooldown in seconds. */
  readonly pause: number
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly staleAfter: number
}

interface BacktestOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** When an alert would have fired: the recording is played straight through, from a start that is not too far back. */
export async function backtest(
  log: string,
  { condition, pause, from, to, staleAfter }: BacktestRequest,
  { signal, onProgress }: BacktestOptions
): Promise<AlertBacktest> {
  if (!followsFromMarket(condition)) throw fail('backtest.no-market', recordingText.backtest.noMarket)
  const { market } = condition
  const reader = await RecordingReader.open(log)
  try {
    const within = await startWithin(log, from)
    const end = earlier(reader.to, logTimeAt(to))
    const start = end && reader.from && later(reader.from, logTimeAt(within))
    if (!start || compareTimes(start, end) > 0) return nothing
    const position = await reader.seek(start, {
      staleAfter: () => staleAfter,
      markets: () => [market],
      signal
    })
    await reader.fill(position, [market], signal)
    const alert = new RecordedAlert(position.hub, condition, pause)
    try {
      const length = end.milliseconds - start.milliseconds || 1
      await play(position, { end, alert, signal }, () =>
        onProgress((position.hub.now - start.milliseconds) / length)
      )
      return { ...alert.result, from: start.milliseconds, to: end.milliseconds, limited: within > from }
    } finally {
      alert.dispose()
      position.hub.dispose()
    }
  } finally {
    await reader.dispose()
  }
}

interface Play {
  readonly end: LogTime
  readonly alert: RecordedAlert
  readonly signal: AbortSignal
}

async function play(position: Position, { end, alert, signal }: Play, report: () => void): Promise<void> {
  const slices = new Slices(systemClock)
  for (;;) {
    const items = await position.next()
    if (items.length === 0) return
    for (const item of items) {
      if (compareTimes(item, end) > 0) return
      alert.apply(item)
      if (!slices.isOver) continue
      report()
      await slices.next()
      signal.throwIfAborted()
    }
  }
}

const nothing: AlertBacktest = { fired: 0, times: [], live: 0, from: null, to: null, limited: false }

const later = (one: LogTime, other: LogTime) => (compareTimes(one, other) > 0 ? one : other)
const earlier = (one: LogTime | null, other: LogTime) => one && (compareTimes(one, other) < 0 ? one : other)
