import { expect, test } from 'vitest'
import { FrameReader } from '#engine/market/live/reader'
import type { MarketMessage } from '#shared/domain/market/messages'
import { sameMessage, unpackMessage } from '../../../shared/unpack'
import { decodeStreamMessage } from '#shared/wire/stream-decoder'
import { unrequestedFrame, unrequestedNames } from '#sandbox/stream/faults/unrequested'
import { fuzzFrame } from '../../../shared/wire/fuzz'
import { fuzzMarkets } from '../../../shared/wire/fuzz/canonical'

interface Taken {
  readonly way: 'packed' | 'exact'
  readonly message: MarketMessage
  readonly at: number
}

function readerFor(markets: readonly string[]) {
  const taken: Taken[] = []
  const garbled: string[] = []
  const reader = new FrameReader({
    packed: (packed, at) =>
      taken.push({ way: 'packed', message: unpackMessage(packed, reader.nameOf(packed.market)), at }),
    exact: (message, at) => taken.push({ way: 'exact', message, at }),
    garbled: (market) => garbled.push(market)
  })
  const numbers = markets.map((market) => reader.register(market))
  const read = (frame: unknown, binary = false) => {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame)
    return reader.read(frame instanceof Uint8Array ? frame : new TextEncoder().encode(text), binary, 17)
  }
  return { reader, taken, garbled, numbers, read }
}

const execution = (market: string, price: string, more: object = {}) => ({
  channel: { type: 'execution_data', params: { market } },
  payload: { market, price, amount: '0.5', executed_at: '2026-10-05T12:00:00.5Z', ...more }
})
const decoded = (value: unknown) => decodeStreamMessage(value) as MarketMessage
const zero = {
  fast: 0,
  fallback: 0,
  exact: 0,
  control: 0,
  unknownChannel: 0,
  unknownType: 0,
  unknownBookType: 0,
  malformed: 0,
  binary: 0,
  unregistered: 0
}

test('keeps a number per market', () => {
  const { reader, numbers } = readerFor(['BTCUSD', 'ETHUSD', 'BTCUSD', 'Ä"\\'])
  expect(numbers).toEqual([0, 1, 0, 2])
  expect([0, 1, 2].map((number) => reader.nameOf(number))).toEqual(['BTCUSD', 'ETHUSD', 'Ä"\\'])
})

test('distrusts all books after a truncated frame without a market, and none otherwise', () => {
  const { garbled, read } = readerFor(['BTCUSD', 'ETHUSD'])
  read('{"channel":{"type":"execution_data","params":{"mar')
  read('pong')
  expect(garbled).toEqual([])
  for (const text of [
    '{"channel":{"type":"market_data","params":{"mar',
    '{"cha',
    '\n\t{ "payload": { "asks": [',
    '{"payload":{"market":"BTC',
    '{"channel":{"ty\\u0070e":"market\\u005fdata"'
  ]) {
    read(text)
    expect(garbled.splice(0), text).toEqual(['BTCUSD', 'ETHUSD'])
  }
})

test('distrusts the book that a truncated frame names with escapes', () => {
  const { garbled, read } = readerFor(['BTCUSD', 'AVAX/USD'])
  read('{"payload":{"m\\u0061rket":"AVAX\\/U\\u0053D","bids":[{"pri')
  expect(garbled).toEqual(['AVAX/USD'])
})

test('passes usual, unusual and long messages with the same values', () => {
  const { reader, taken, read } = readerFor(['BTCUSD'])
  const long = `61000.${'1'.repeat(30)}`
  const usual = execution('BTCUSD', '61000.5')
  const unusual = execution('BTCUSD', '61000.5', { id: 5 })
  const exact = execution('BTCUSD', long)
  for (const message of [usual, unusual, exact]) expect(read(message)).toBe('market')
  expect(taken.map(({ way, at }) => [way, at])).toEqual([
    ['packed', 17],
    ['packed', 17],
    ['exact', 17]
  ])
  for (const [index, message] of [usual, unusual, exact].entries()) {
    expect(sameMessage(taken[index]!.message, decoded(message))).toBe(true)
  }
  expect(reader.counts).toEqual({ ...zero, fast: 1, fallback: 2, exact: 1 })
})

test('packs numbers that fit without trailing zeros', () => {
  const { taken, read } = readerFor(['BTCUSD'])
  const message = execution('BTCUSD', `61000.5${'0'.repeat(40)}`)
  read(message)
  expect(taken[0]!.way).toBe('packed')
  expect(sameMessage(taken[0]!.message, decoded(message))).toBe(true)
})

test('decodes names that the scanner does not support', () => {
  const { reader, taken, read } = readerFor(['Ä"\\', 'M'.repeat(64)])
  read(execution('Ä"\\', '1'))
  read(execution('M'.repeat(64), '2'))
  expect(taken.map(({ message }) => message.market)).toEqual(['Ä"\\', 'M'.repeat(64)])
  expect(reader.counts).toEqual({ ...zero, fast: 1, fallback: 1 })
})

test('counts and drops messages of unregistered markets', () => {
  const { reader, taken, garbled, read } = readerFor(['BTCUSD'])
  expect(read(execution('ETHUSD', '1'))).toBe('market')
  expect(read(execution('ETHUSD', 'x'))).toBe('unrecognized')
  expect(read('{"payload":{"market":"ETHUSD"')).toBe('unrecognized')
  expect([taken, garbled]).toEqual([[], []])
  expect(reader.counts).toEqual({ ...zero, unregistered: 1, malformed: 2 })
})

test('passes control messages to the session', () => {
  const { reader, read } = readerFor([])
  expect(read({ type: 'subscribe', channels: [] })).toEqual({
    kind: 'acknowledgement',
    action: 'subscribe',
    results: []
  })
  expect(read({ type: 'error', error: 'UNKNOWN_ACTION' })).toMatchObject({ kind: 'error' })
  expect(reader.counts).toEqual({ ...zero, control: 2 })
})

test('counts unusual sandbox frames by kind without failing', () => {
  const { reader, taken, garbled, read } = readerFor(['BTCUSD'])
  // The header has two bytes, or four from 126 bytes on.
  const payload = (frame: Buffer) => frame.subarray(frame[1]! < 126 ? 2 : 4)
  for (const name of unrequestedNames) {
    for (const turn of [0, 1]) {
      const frame = payload(unrequestedFrame(name, turn, 'BTCUSD')!)
      expect(read(new Uint8Array(frame), name === 'binary-frame'), name).toBe('unrecognized')
    }
  }
  expect(taken).toEqual([])
  expect(garbled).toEqual(['BTCUSD'])
  expect(reader.counts).toEqual({
    ...zero,
    unknownChannel: 2,
    unknownType: 1,
    unknownBookType: 1,
    malformed: 4,
    binary: 2
  })
})

test('reports every market of an unreadable frame', () => {
  const { reader, garbled, read } = readerFor(['BTCUSD', 'ETHUSD'])
  read(execution('BTCUSD', '-1'))
  read({ ...execution('ETHUSD', '1'), channel: { type: 'execution_data', params: { market: 'BTCUSD' } } })
  expect(garbled.splice(0)).toEqual(['BTCUSD', 'ETHUSD', 'BTCUSD'])
  const text = JSON.stringify(execution('ETHUSD', '1'))
  for (let length = text.indexOf('ETHUSD"') + 7; length < text.length; length += 1) {
    expect(read(text.slice(0, length))).toBe('unrecognized')
    expect(garbled.splice(0), text.slice(0, length)).toEqual(['ETHUSD'])
  }
  const broken = new TextEncoder().encode(text)
  broken[broken.length - 3] = 0xff
  expect(read(broken)).toBe('unrecognized')
  expect(garbled).toEqual(['ETHUSD'])
  expect(reader.lastUnrecognized.at(-1)).toEqual({
    reason: 'malformed',
    market: 'ETHUSD',
    detail: 'no JSON',
    at: 17
  })
})

test('reads messages in binary frames', () => {
  const { reader, taken, read } = readerFor(['BTCUSD'])
  expect(read(execution('BTCUSD', '1'), true)).toBe('market')
  expect(taken).toHaveLength(1)
  expect(reader.counts).toEqual({ ...zero, fast: 1, binary: 1 })
})

test('keeps the last twenty unrecognized frames', () => {
  const { reader, read } = readerFor([])
  for (let turn = 0; turn < 25; turn += 1) read({ type: `notice-${turn}` })
  expect(reader.lastUnrecognized.map(({ detail }) => detail)).toEqual(
    Array.from({ length: 20 }, (_, index) => `type notice-${index + 5}`)
  )
})

test('does not blame the frame for an error of the sink', () => {
  const reader = new FrameReader({
    packed: () => {
      throw new Error('ours')
    },
    exact: () => undefined,
    garbled: () => undefined
  })
  reader.register('BTCUSD')
  const read = (message: object) => reader.read(new TextEncoder().encode(JSON.stringify(message)), false, 0)
  expect(() => read(execution('BTCUSD', '1'))).toThrow('ours')
  expect(() => read(execution('BTCUSD', '1', { id: 1 }))).toThrow('ours')
})

test('reads each mutated frame once like the decoder, without throwing', () => {
  const { reader, taken, read } = readerFor(fuzzMarkets)
  const frames = 4000
  for (let index = 0; index < frames; index += 1) {
    const { bytes } = fuzzFrame(99, index)
    const before = taken.length
    const outcome = read(bytes)
    if (taken.length === before) continue
    expect(outcome).toBe('market')
    expect(taken).toHaveLength(before + 1)
    const expected = decoded(JSON.parse(new TextDecoder().decode(bytes)))
    expect(sameMessage(taken.at(-1)!.message, expected)).toBe(true)
  }
  const { exact, binary, ...ways } = reader.counts
  expect(Object.values(ways).reduce((sum, count) => sum + count)).toBe(frames)
  expect(binary).toBe(0)
  expect(exact).toBeLessThanOrEqual(ways.fallback)
  expect(Math.min(ways.fast, ways.fallback, exact, ways.malformed, ways.unknownBookType)).toBeGreaterThan(0)
})
