import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotable } from '#engine/market/live/quotable'
import { parseDecimal } from '#shared/domain/base/decimal'
import { sameMessage } from '../unpack'
import { parseTime } from '#shared/domain/base/time'
import { decodeStreamMessage, type ControlMessage, type StreamMessage } from '#shared/wire/stream-decoder'

type Json = Record<string, unknown>

const bookPayload: Json = {
  market: 'BTCUSD',
  type: 'UPDATE',
  time: '2026-10-05T12:00:00.123456Z',
  bids: [{ price: '61000.50', amount: '0.25' }],
  asks: [{ price: '61001', amount: '0' }]
}
const executionPayload: Json = {
  market: 'BTCUSD',
  price: '61000.5',
  amount: '0.001',
  executed_at: '2026-10-05T12:00:00Z'
}
const marketData = { type: 'market_data', params: { market: 'BTCUSD' } }
const executionData = { type: 'execution_data', params: { market: 'BTCUSD' } }
const decodeBook = (change: Json = {}) =>
  decodeStreamMessage({ channel: marketData, payload: { ...bookPayload, ...change } })
const decodeExecution = (change: Json = {}) =>
  decodeStreamMessage({ channel: executionData, payload: { ...executionPayload, ...change } })

const isMarket = (message: StreamMessage) => message.kind === 'book' || message.kind === 'execution'

test('decodes a book message exactly', () => {
  expect(decodeBook()).toEqual({
    kind: 'book',
    market: 'BTCUSD',
    snapshot: false,
    time: parseTime('2026-10-05T12:00:00.123456Z'),
    bids: [{ price: parseDecimal('61000.50'), amount: parseDecimal('0.25') }],
    asks: [{ price: parseDecimal('61001'), amount: parseDecimal('0') }]
  })
  expect(decodeBook({ type: 'SNAPSHOT' })).toMatchObject({ kind: 'book', snapshot: true })
})

test('decodes an execution exactly', () => {
  expect(decodeExecution()).toEqual({
    kind: 'execution',
    market: 'BTCUSD',
    price: parseDecimal('61000.5'),
    amount: parseDecimal('0.001'),
    executedAt: parseTime('2026-10-05T12:00:00Z')
  })
})

test('ignores unknown members anywhere', () => {
  const unknown = fc.dictionary(
    fc.constantFrom('sequence', 'venue', 'id', 'meta', 'toString', '__proto__', 'checksum', 'depth'),
    fc.jsonValue(),
    { maxKeys: 3 }
  )
  const rebuilt = (members: Json, extra: Json, turn: number) => {
    const entries = [
      ...Object.entries(extra).filter(([name]) => !(name in bookPayload)),
      ...Object.entries(members)
    ]
    const at = turn % Math.max(entries.length, 1)
    return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)])
  }
  fc.assert(
    fc.property(fc.array(unknown, { minLength: 5, maxLength: 5 }), fc.nat(), ([a, b, c, d, e], turn) => {
      const level = rebuilt({ price: '61000.50', amount: '0.25' }, a!, turn)
      const payload = rebuilt({ ...bookPayload, bids: [level] }, b!, turn)
      const channel = rebuilt({ ...marketData, params: rebuilt({ market: 'BTCUSD' }, c!, turn) }, d!, turn)
      expect(decodeStreamMessage(rebuilt({ channel, payload }, e!, turn))).toEqual(decodeBook())
    })
  )
})

test.each(['0', '0.0', '0.00', '0.00000000'])('treats the zero %s as a removal', (amount) => {
  const message = decodeBook({ asks: [{ price: '61001.0', amount }] })
  expect(isMarket(message) && sameMessage(message, decodeBook() as never)).toBe(true)
})

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('decodes a time with %i fraction digits', (digits) => {
  const fraction = digits === 0 ? '' : `.${'123456789'.slice(0, digits)}`
  const executedAt =
    BigInt(Date.UTC(2026, 9, 5, 12)) * 1_000_000n + BigInt('123456789'.slice(0, digits).padEnd(9, '0'))
  const message = decodeExecution({ executed_at: `2026-10-05T12:00:00${fraction}Z` })
  expect(message).toMatchObject({ kind: 'execution', executedAt })
  expect(decodeBook({ time: `2026-10-05T14:00:00${fraction}+02:00` })).toMatchObject({ time: executedAt })
})

test('keeps up to 64 digits', () => {
  const long = `${'9'.repeat(30)}.${'1'.repeat(34)}`
  expect(decodeExecution({ price: long })).toMatchObject({ price: parseDecimal(long) })
  expect(decodeExecution({ price: `${long}1` })).toMatchObject({ kind: 'unrecognized', reason: 'malformed' })
  expect(decodeExecution({ price: '9'.repeat(64) })).toMatchObject({ kind: 'execution' })
  expect(decodeExecution({ price: '9'.repeat(65) })).toMatchObject({ kind: 'unrecognized' })
})

describe('malformed messages with their market', () => {
  const badNumbers = [
    '',
    '-1',
    '+1',
    '.5',
    '5.',
    '1e5',
    '0x1',
    'NaN',
    ' 1',
    '1,5',
    1,
    0.5,
    null,
    true,
    [],
    {}
  ]
  const badTimes = ['', '2026-02-30T00:00:00Z', '2026-10-05', '2026-10-05T12:00:60Z', 1790000000, null]
  const malformed = (market: string | null) => ({ kind: 'unrecognized', reason: 'malformed', market })

  test.each(badNumbers)('reject the number %j', (number) => {
    expect(decodeBook({ bids: [{ price: number, amount: '1' }] })).toMatchObject(malformed('BTCUSD'))
    expect(decodeBook({ asks: [{ price: '1', amount: number }] })).toMatchObject(malformed('BTCUSD'))
    expect(decodeExecution({ price: number })).toMatchObject(malformed('BTCUSD'))
    expect(decodeExecution({ amount: number })).toMatchObject(malformed('BTCUSD'))
  })

  test.each(['0', '0.00'])('reject the price %s', (price) => {
    expect(decodeBook({ bids: [{ price, amount: '1' }] })).toMatchObject(malformed('BTCUSD'))
    expect(decodeExecution({ price })).toMatchObject(malformed('BTCUSD'))
  })

  test.each(badTimes)('reject the time %j', (time) => {
    expect(decodeBook({ time })).toMatchObject(malformed('BTCUSD'))
    expect(decodeExecution({ executed_at: time })).toMatchObject(malformed('BTCUSD'))
  })

  test.each([null, {}, 'bids', [null], [[]], ['1'], [{ price: '1' }]])('reject the levels %j', (levels) => {
    expect(decodeBook({ bids: levels })).toMatchObject(malformed('BTCUSD'))
    expect(decodeBook({ asks: levels })).toMatchObject(malformed('BTCUSD'))
  })

  test('name the position', () => {
    const bids = [...(bookPayload['bids'] as object[]), { price: '1', amount: 'x' }]
    expect(decodeBook({ bids })).toMatchObject({ detail: 'payload.bids[1].amount is not an amount' })
  })

  test('reject an invalid payload', () => {
    for (const payload of [null, 1, 'x', [], {}]) {
      expect(decodeStreamMessage({ channel: marketData, payload })).toMatchObject(malformed('BTCUSD'))
    }
    expect(decodeStreamMessage({ channel: marketData })).toMatchObject(malformed('BTCUSD'))
    expect(decodeStreamMessage({ payload: bookPayload })).toMatchObject(malformed('BTCUSD'))
    expect(decodeStreamMessage({ channel: null, payload: null })).toMatchObject(malformed(null))
  })

  test('affect both markets if they disagree', () => {
    expect(decodeBook({ market: 'ETHUSD' })).toMatchObject({ ...malformed('ETHUSD'), otherMarket: 'BTCUSD' })
    expect(decodeStreamMessage({ channel: { type: 'market_data' }, payload: bookPayload })).toEqual(
      decodeBook()
    )
    const channel = { type: 'market_data', params: { market: 7 } }
    expect(decodeStreamMessage({ channel, payload: bookPayload })).toMatchObject(malformed('BTCUSD'))
  })

  test('reject an invalid name', () => {
    for (const market of ['', 'M'.repeat(65), 5, null]) {
      expect(decodeBook({ market })).toMatchObject(malformed('BTCUSD'))
      expect(decodeStreamMessage({ channel: { type: 'market_data' }, payload: { market } })).toMatchObject(
        malformed(null)
      )
    }
  })
})

test('report an unknown book type', () => {
  expect(decodeBook({ type: 'CHECKPOINT' })).toEqual({
    kind: 'unrecognized',
    reason: 'unknown-book-type',
    market: 'BTCUSD',
    otherMarket: null,
    detail: 'type CHECKPOINT'
  })
  expect(decodeBook({ type: 5 })).toMatchObject({ reason: 'malformed' })
})

test('report an unknown channel', () => {
  const channel = { type: 'heartbeat', params: {} }
  expect(decodeStreamMessage({ channel, payload: {} })).toMatchObject({
    kind: 'unrecognized',
    reason: 'unknown-channel',
    market: null,
    detail: 'channel heartbeat'
  })
  const auction = { type: 'auction_data', params: { market: 'BTCUSD' } }
  expect(decodeStreamMessage({ channel: auction, payload: { phase: 'OPENING' } })).toMatchObject({
    reason: 'unknown-channel',
    market: 'BTCUSD'
  })
})

test('shorten foreign text', () => {
  const long = 'X'.repeat(1_000_000)
  for (const message of [
    decodeBook({ type: long }),
    decodeStreamMessage({ channel: { type: long }, payload: {} }),
    decodeStreamMessage({ type: long }),
    quotable(decodeStreamMessage({ type: 'error', error: long, message: long }) as ControlMessage),
    quotable(
      decodeStreamMessage({
        type: 'subscribe',
        channels: [{ type: long, params: { market: long }, error: long }]
      }) as ControlMessage
    ),
    decodeStreamMessage({ type: 'subscription_list', channels: [{ type: long, params: { market: long } }] })
  ]) {
    expect(JSON.stringify(message).length).toBeLessThan(1000)
  }
})

test('never throw', () => {
  const words = fc.constantFrom(
    'channel',
    'payload',
    'type',
    'channels',
    'error',
    'code',
    'params',
    'market',
    'bids'
  )
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(
        'market_data',
        'execution_data',
        'subscribe',
        'unsubscribe',
        'subscription_list',
        'error',
        'UPDATE'
      ),
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(words, tie('node'), { maxKeys: 5 })
    )
  })).node
  const kinds = ['book', 'execution', 'acknowledgement', 'subscriptions', 'error', 'unrecognized']
  fc.assert(
    fc.property(value, (json) => {
      expect(kinds).toContain(decodeStreamMessage(json).kind)
    }),
    { numRuns: 3000 }
  )
})
