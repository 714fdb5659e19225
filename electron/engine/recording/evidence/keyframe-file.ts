import * as v from 'valibot'
import type { BookMessage, Level } from '#shared/domain/market/messages'
import { parseJson } from '#shared/wire/parse-json'
import { sizeOf } from '#shared/wire/stream-decoder-values'
import { textOf, type BookState } from './rebuild-book'

const maxValues = 2_000_000

const number = v.pipe(
  v.string(),
  v.transform((text) => sizeOf(text)),
  v.check((value) => value !== null),
  v.transform((value) => value!)
)
const levels = v.array(
  v.pipe(
    v.strictTuple([number, number]),
    v.transform(([price, amount]): Level => ({ price, amount }))
  )
)
const nanoseconds = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,25}$/),
  v.transform((text) => BigInt(text))
)
const schema = v.object({
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  snapshot_time_ns: nanoseconds,
  bids: levels,
  asks: levels,
  waiting: v.array(v.object({ time_ns: nanoseconds, bids: levels, asks: levels }))
})

const pairs = (some: readonly Level[]) => some.map(({ price, amount }) => [textOf(price), textOf(amount)])

export const formatKeyframe = ({ seq, snapshotTime, bids, asks, waiting }: BookState): Buffer =>
  Buffer.from(
    JSON.stringify({
      seq,
      snapshot_time_ns: String(snapshotTime),
      bids: pairs(bids),
      asks: pairs(asks),
      waiting: waiting.map((update) => ({
        time_ns: String(update.time),
        bids: pairs(update.bids),
        asks: pairs(update.asks)
      }))
    }) + '\n'
  )

/** Null if it is not one of ours. */
export function readKeyframeFile(content: Buffer): BookState | null {
  try {
    const value = parseJson(content.toString('utf8'), { values: maxValues, strict: true })
    const checked = v.safeParse(schema, value)
    if (!checked.success) return null
    const { snapshot_time_ns, waiting, ...state } = checked.output
    return { ...state, snapshotTime: snapshot_time_ns, waiting: waiting.map(updateOf) }
  } catch {
    return null
  }
}

type Update = v.InferOutput<typeof schema>['waiting'][number]

const updateOf = ({ time_ns, bids, asks }: Update): BookMessage => ({
  kind: 'book',
  market: '',
  snapshot: false,
  time: time_ns,
  bids,
  asks
})
