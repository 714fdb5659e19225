import type { Profile, ProfileDraft } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { systemClock } from '../../base/clock'
import { createRedactor } from '../../base/log'
import { validateDraft } from '../../connection/validate'
import type { Live } from '../../market/live'
import { checkSymbol } from '../../market/symbol'
import { stampDaily } from '../evidence/daily-stamps'
import { recorderInProcess } from '../in-process'
import type { Budget } from '../messages'
import { Recordings } from '../recordings'
import { listLogs, logFolderOf } from '../location'
import { verifyLog } from '../log/verify'
import type { SealedFile } from '../parquet/part-files'
import { sealLog } from '../parquet/seal'
import { keepLive } from './live-connection'

interface HeadlessOptions {
  readonly draft: ProfileDraft
  readonly clientSecret: string
  readonly markets: readonly string[]
  readonly folder: string
  readonly budget: Budget
  readonly staleAfter: number
  /** The URL of a time-stamping authority for each finished day; empty for none. */
  readonly stampAuthority: string
  /** One line at a time, without secrets. */
  readonly say: (line: string) => void
  /** Ends the recording. */
  readonly signal: AbortSignal
}

const sayEvery = 60_000

/** Records the stream of a connection until the signal; everything received is then in the file. */
export async function record(options: HeadlessOptions): Promise<void> {
  const { folder, budget } = options
  const redactor = createRedactor()
  const say = (line: string) => options.say(redactor.redact(line))
  const profile = profileOf(options.draft)
  const markets = options.markets.map(checkSymbol)
  const recordings = new Recordings({
    clock: systemClock,
    folder,
    isMoved: false,
    spawn: () => recorderInProcess(systemClock),
    isOn: () => true,
    staleAfter: () => options.staleAfter,
    lost: (items) => say(recordingText.lost(items)),
    budgets: () => ({ local: budget, remote: budget }),
    afterStartup: (work) => work()
  })
  let last = ''
  const sayOnce = (line: string) => {
    if (line !== last) say((last = line))
  }
  let live: Live | null = null
  recordings.onChange(() => recordings.state.problem && sayOnce(recordings.state.problem))
  const stopStamping = stampDaily({
    clock: systemClock,
    http: { clock: systemClock, fetch },
    log: () => logFolderOf(folder, profile),
    authority: () => options.stampAuthority,
    warn: sayOnce
  })
  const timer = setInterval(() => say(summary(recordings, live)), sayEvery)
  try {
    await keepLive({
      ...options,
      profile,
      markets,
      redactor,
      say: sayOnce,
      begin: (used) => recordings.begin(used),
      onLive: (used) => {
        live = used
        if (!live) void recordings.end()
      }
    })
  } finally {
    clearInterval(timer)
    stopStamping()
    await recordings.end()
    say(recordingText.ended(logFolderOf(folder, profile)))
  }
}

/** Verifies the log of a connection; returns whether it is intact. */
export async function verify({
  draft,
  folder,
  say
}: Pick<HeadlessOptions, 'draft' | 'folder' | 'say'>): Promise<boolean> {
  const log = logFolderOf(folder, profileOf(draft))
  const { items, segments, bytes, damage, last } = await verifyLog(log)
  for (const { segment, offset, length, kind } of damage)
    say(recordingText.damage[kind](segment, offset, length))
  say(recordingText.verified(log, items, segments, bytes, damage.length, last))
  return damage.length === 0
}

/** Writes what is closed in all logs of a folder into Parquet files beside them. */
export async function seal({
  folder,
  staleAfter,
  say,
  signal
}: Pick<HeadlessOptions, 'folder' | 'staleAfter' | 'say' | 'signal'>): Promise<void> {
  const logs = await listLogs(folder)
  if (logs.length === 0) throw fail('recording.empty', recordingText.empty)
  for (const log of logs) {
    await sealLog(log, {
      staleAfter: () => staleAfter,
      signal,
      onPart({ date, hour }, files) {
        const sum = (count: (file: SealedFile) => number) => files.reduce((all, file) => all + count(file), 0)
        const [rows, bytes] = [sum((file) => file.rows), sum((file) => file.bytes)]
        say(recordingText.sealedPart(`${date} ${hour}:00`, files.length, rows, bytes))
      }
    })
    say(recordingText.sealedAll(log))
  }
}

function profileOf(draft: ProfileDraft): Profile {
  const judged = validateDraft(draft, [])
  if (!judged.valid) throw fail('recording.arguments', Object.values(judged.fields).join(' '))
  return { ...judged.draft, id: 'recorded', builtIn: false, secret: 'session', writeAccess: null }
}

function summary({ state }: Recordings, live: Live | null): string {
  const markets = live?.hub.markets ?? []
  const liveCount = markets.filter((market) => market.state === 'live').length
  return recordingText.summary(markets.length, liveCount, state.bytes ?? 0, state.dropped)
}
