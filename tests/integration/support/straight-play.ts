import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import { compareTimes, logTimeOf, type LogTime } from '#engine/recording/replay/log-time'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import type { LiveMarket } from '#engine/market/types'
import { canonical, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { intervals, type Candle } from '#shared/domain/market/candles/index'
import { zcat } from '../../unit/engine/recording/support'

/** The whole log as `zcat` prints it: another reader than ours. */
export async function loggedItems(folder: string): Promise<LoggedItem[]> {
  return (await zcat(folder)).map((line) => {
    const [seq, received, kind, ...text] = line.split('\t')
    const content = text.join('\t')
    return {
      seq: Number(seq),
      ...logTimeOf(BigInt(received!)),
      kind: kind as ItemKind,
      content: kind === 'b' ? Buffer.from(content, 'base64') : Buffer.from(content)
    }
  })
}

/** Plays from the beginning to each of the times, which are in order. */
export class StraightPlay {
  readonly hub: RecordedHub
  #next = 0

  constructor(
    private readonly items: readonly LoggedItem[],
    staleAfter: number
  ) {
    this.hub = new RecordedHub({ staleAfter: () => staleAfter })
  }

  playUntil(at: LogTime): void {
    this.#play(this.items.findLastIndex((item) => compareTimes(item, at) <= 0) + 1)
  }

  playThrough(seq: number): void {
    this.#play(this.items.findLastIndex((item) => item.seq <= seq) + 1)
  }

  #play(end: number): void {
    for (; this.#next < end; this.#next++) this.hub.apply(this.items[this.#next]!)
  }
}

/** Everything that a hub is and shows. */
export function spellHub(hub: RecordedHub): string[] {
  return [
    ...JSON.stringify(hub.save(), null, 1).split('\n'),
    ...hub.markets.flatMap((market) => spellTrades(market))
  ]
}

function spellTrades({ name, state, reason, tape, candles }: LiveMarket): string[] {
  const lines = [`${name} ${state} ${reason}`]
  for (let arrival = tape.arrivals - tape.count; arrival < tape.arrivals; arrival++) {
    const { price, amount, executedAt, ahead, aggressor, basis, confidence } = tape.tradeAt(arrival)!
    const numbers = [formatDecimal(price), formatDecimal(amount)]
    lines.push([name, arrival, ...numbers, executedAt, ahead, confidence, aggressor, basis].join(' '))
  }
  const { past, since, steps } = candles.coverage
  lines.push(`${name} ${JSON.stringify({ past, since, steps })}`)
  for (const interval of intervals) {
    const series = candles.series(interval)
    for (let index = 0; index < series.count; index++)
      lines.push(`${name} ${interval} ${spellCandle(series.at(index))}`)
  }
  return lines
}

/** Trailing zeros are padding. */
export const spellCandle = (candle: Candle) =>
  Object.values(candle)
    .map((value) => (typeof value === 'object' ? formatDecimal(canonical(value as Decimal)) : String(value)))
    .join(' ')
