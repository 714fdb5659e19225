import { streamCountsText } from '../../messages/connection'

const { groups, counts } = streamCountsText

export const countGroups: readonly string[] = Object.values(groups)

/** `usual` is the fast path, `fine` is harmless, `mind` is a problem. */
type CountWeight = 'usual' | 'fine' | 'mind'

interface CountMeaning {
  readonly group: string
  readonly weight: CountWeight
  readonly title: string
  readonly sentence: string
}

export type CountName = keyof typeof counts

const rows: Readonly<Record<CountName, readonly [group: keyof typeof groups, weight: CountWeight]>> = {
  fast: ['read', 'usual'],
  fallback: ['read', 'fine'],
  exact: ['read', 'fine'],
  control: ['read', 'usual'],
  unknownChannel: ['read', 'mind'],
  unknownType: ['read', 'mind'],
  unknownBookType: ['read', 'mind'],
  malformed: ['read', 'mind'],
  binary: ['read', 'mind'],
  unregistered: ['read', 'fine'],
  buffered: ['kept', 'usual'],
  olderThanSnapshot: ['kept', 'usual'],
  afterClosing: ['kept', 'fine'],
  withoutSnapshot: ['kept', 'mind'],
  unclearTimes: ['kept', 'fine'],
  unheld: ['kept', 'fine'],
  crossed: ['kept', 'mind'],
  garbled: ['kept', 'mind'],
  resyncs: ['kept', 'mind'],
  resyncsPutOff: ['kept', 'mind'],
  streamErrors: ['kept', 'mind'],
  framesSent: ['fed', 'usual'],
  levelsMerged: ['fed', 'usual'],
  tradesSkipped: ['fed', 'fine'],
  acknowledgementsIgnored: ['fed', 'mind']
}

export const countNames = Object.keys(rows) as CountName[]

/** Messages that were not handled by the fast path, postponed, skipped or not understood. */
export const streamCounts = Object.fromEntries(
  countNames.map((name) => {
    const [group, weight] = rows[name]
    return [name, { ...counts[name], group: groups[group], weight }]
  })
) as Readonly<Record<CountName, CountMeaning>>

/** Since the app started. */
export type StreamCounts = Readonly<Record<CountName, number>>
