import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBody, readBodies } from '#engine/feed/wire/keyframe-body'
import {
  formatBatch,
  formatBeat,
  formatKeyframe,
  maxMessageBytes,
  readMessage,
  type Batch,
  type FeedMessage
} from '#engine/feed/wire/messages'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { ChunkBuilder } from '#engine/recording/chunk'
import type { ItemKind } from '#engine/recording/log/lines'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { LogScript } from '../recording/log-script'

const count = fc.nat({ max: 2 ** 48 })
const time = fc.double({ min: 0, max: 8.64e15, noNaN: true })
const item = fc.record({
  kind: fc.constantFrom<ItemKind>('f', 'b', 'e', 'g'),
  at: time,
  content: fc.uint8Array({ maxLength: 300 })
})
const batch = fc.record({
  epoch: count,
  first: count,
  clock: time,
  items: fc.array(item, { minLength: 1, maxLength: 20 })
})
type Written = Pick<Batch, 'epoch' | 'first' | 'clock'> & {
  readonly items: readonly { readonly kind: ItemKind; readonly at: number; readonly content: Uint8Array }[]
}

function written({ epoch, first, clock, items }: Written): Buffer {
  const builder = new ChunkBuilder(clock, first)
  for (const { kind, at, content } of items) builder.add(kind, at, content)
  return formatBatch(epoch, builder.take())
}

const keyframe = fc
  .record({
    epoch: count,
    position: count,
    begins: count,
    previous: count,
    clock: time,
    at: time,
    staleAfter: fc.integer({ min: 1, max: 1e6 }),
    count: fc.integer({ min: 1, max: 1000 }),
    body: fc.uint8Array({ minLength: 1, maxLength: 300 })
  })
  .chain((value) => fc.nat({ max: value.count - 1 }).map((index) => ({ ...value, index })))
const beat = fc.record({ epoch: count, position: count, at: time, isLive: fc.boolean() })
const message = fc.oneof(batch.map(written), keyframe.map(formatKeyframe), beat.map(formatBeat))

/** What it says, written again. */
function again(read: FeedMessage): Buffer {
  if (read.kind === 'beat') return formatBeat(read)
  if (read.kind === 'keyframe') return formatKeyframe(read)
  return written(read)
}

describe('the messages of a feed', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(batch, (value) => {
        const { epoch, first, clock, items } = value
        const numbered = items.map((each, index) => ({
          ...each,
          number: first + index,
          content: Buffer.from(each.content)
        }))
        expect(readMessage(written(value))).toEqual({ kind: 'batch', epoch, first, clock, items: numbered })
      })
    )
    fc.assert(
      fc.property(keyframe, (value) => {
        const body = Buffer.from(value.body)
        expect(readMessage(formatKeyframe(value))).toEqual({ kind: 'keyframe', ...value, body })
      })
    )
    fc.assert(
      fc.property(beat, (value) => {
        expect(readMessage(formatBeat(value))).toEqual({ kind: 'beat', ...value })
      })
    )
  })

  it('are refused, or say nothing beyond their bytes, if any of them are changed', () => {
    const change = fc.record({ place: fc.nat(), byte: fc.nat({ max: 255 }) })
    fc.assert(
      fc.property(
        message,
        fc.array(change, { maxLength: 6 }),
        fc.nat({ max: 400 }),
        fc.boolean(),
        (whole, changes, length, isCut) => {
          const bytes = Buffer.from(whole)
          for (const { place, byte } of changes) bytes[place % bytes.length] = byte
          const hostile = isCut ? bytes.subarray(0, length) : bytes
          const read = readMessage(hostile)
          if (read) expect(again(read).equals(hostile)).toBe(true)
        }
      ),
      { numRuns: 3000 }
    )
  })

  it('are refused if they are cut, continue, or are of another version', () => {
    fc.assert(
      fc.property(fc.oneof(batch.map(written), beat.map(formatBeat)), fc.nat(), (whole, at) => {
        expect(readMessage(whole.subarray(0, at % whole.length))).toBeNull()
        expect(readMessage(Buffer.concat([whole, Buffer.of(0)]))).toBeNull()
        const other = Buffer.from(whole)
        other[2] = 2
        expect(readMessage(other)).toBeNull()
      })
    )
  })

  it('are bounded', () => {
    const body = new Uint8Array(maxMessageBytes)
    const numbers = { epoch: 1, position: 0, begins: 0, previous: 0, clock: 0, at: 0 }
    const value = { ...numbers, staleAfter: 1, index: 0, count: 1 }
    expect(readMessage(formatKeyframe({ ...value, body }))).toBeNull()
    expect(readMessage(formatKeyframe({ ...value, count: 1001, body: body.subarray(1) }))).toBeNull()
    const many = written({
      epoch: 1,
      first: 0,
      clock: 0,
      items: [{ kind: 'f', at: 0, content: body.subarray(8e6) }]
    })
    many.writeUInt32LE(2 ** 32 - 1, 28)
    expect(readMessage(many)).toBeNull()
  })

  it('have the form of version 1', () => {
    const text = formatBeat({ epoch: 3, position: 7, at: 1.5, isLive: true }).toString('hex')
    expect(text).toBe('4c46010300000000000008400000000000001c40000000000000f83f01')
  })
})

describe('the bodies of keyframes', () => {
  const hub = new RecordedHub({ staleAfter: () => 10_000 })
  const logs = ['BTCUSD', 'ETHUSD'].map((market) => new LogScript(market))
  for (const { items } of [logs[0]!.run().subscribed(), logs[1]!.subscribed()])
    for (const each of items) hub.apply(each)
  for (const each of logs[0]!
    .pass(100)
    .snapshot([['10', '1']], [['11', '2']])
    .items.slice(-1))
    hub.apply(each)
  const { markets } = hub.save()

  it('make up the state of all markets, one body for each', () => {
    const bodies = markets.markets.map((_market, index) => formatBody(markets, index))
    expect(bodies).toHaveLength(2)
    expect(readBodies(bodies)).toEqual(JSON.parse(JSON.stringify(markets)))
    expect(readBodies([...bodies, Buffer.from('x')])).toBeNull()
    expect(readBodies([])).toBeNull()
  })

  it('are refused, or read, but never fail, if any bytes are changed', () => {
    const body = formatBody(markets, 0)
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 255 }), fc.boolean(), (place, byte, isCut) => {
        const hostile = Buffer.from(body)
        hostile[place % hostile.length] = byte
        readBodies([isCut ? hostile.subarray(0, place % hostile.length) : hostile])
      }),
      { numRuns: 500 }
    )
  })
})

describe('the subjects of a feed', () => {
  const service = { environment: 'sandbox', restBase: 'https://api.example.com', clientId: 'desk' } as const

  it('name the environment and the service', () => {
    const { frames, beat, keyOf, stream } = feedSubjects(service)
    const [, , , digest] = frames.split('.')
    expect(frames).toBe(`leadline.v1.sandbox.${digest}.frames`)
    expect([beat, keyOf('BTC-USD')]).toEqual(
      ['beat', 'key.BTC-USD'].map((end) => `leadline.v1.sandbox.${digest}.${end}`)
    )
    expect(stream).toMatch(/^leadline_v1_[0-9a-f]{12}$/)
  })

  it('have one token for any market', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1 }),
        (one, other) => {
          const { keyOf } = feedSubjects(service)
          expect(keyOf(one).split('.')).toHaveLength(6)
          expect(keyOf(one)).toMatch(/^[\w.%-]+$/)
          expect(keyOf(one) === keyOf(other)).toBe(one === other)
        }
      )
    )
  })
})
