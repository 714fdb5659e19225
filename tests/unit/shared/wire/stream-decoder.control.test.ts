import { describe, expect, test } from 'vitest'
import { reshapeErrors, unknownError } from '#sandbox/stream/faults/error-shapes'
import { streamErrorCodes } from '#shared/wire/stream'
import { decodeStreamMessage } from '#shared/wire/stream-decoder'

const entry = (type: string, market: string) => ({ type, params: { market } })

test('decodes a documented acknowledgement', () => {
  const channels = [
    { ...entry('market_data', 'BTCUSD'), success: true },
    { ...entry('execution_data', 'ETHUSD'), success: false, error: 'NO_EFFECT_ACTION' }
  ]
  for (const action of ['subscribe', 'unsubscribe'] as const) {
    expect(decodeStreamMessage({ type: action, channels })).toEqual({
      kind: 'acknowledgement',
      action,
      results: [
        { type: 'market_data', market: 'BTCUSD', success: true, error: null },
        { type: 'execution_data', market: 'ETHUSD', success: false, error: 'NO_EFFECT_ACTION' }
      ]
    })
  }
})

test('decodes results without parameters', () => {
  const channels = [{ type: 'market_data', success: true }, null, { success: 'yes' }, { error: 'X' }, {}]
  expect(decodeStreamMessage({ type: 'subscribe', channels })).toMatchObject({
    results: [
      { type: 'market_data', market: null, success: true, error: null },
      { type: null, market: null, success: false, error: null },
      { success: false },
      { success: false, error: 'X' },
      { success: true }
    ]
  })
})

test('decodes a subscription list', () => {
  const channels = [
    entry('market_data', 'BTCUSD'),
    entry('auction_data', 'X'),
    {},
    null,
    { type: 'heartbeat' }
  ]
  expect(decodeStreamMessage({ type: 'subscription_list', channels })).toEqual({
    kind: 'subscriptions',
    channels: [
      { type: 'market_data', market: 'BTCUSD' },
      { type: 'auction_data', market: 'X' }
    ]
  })
  expect(decodeStreamMessage({ type: 'subscription_list', channels: [] })).toEqual({
    kind: 'subscriptions',
    channels: []
  })
})

describe('error codes in every form', () => {
  const codes = [...streamErrorCodes, 'SERVICE_DEGRADED'] as const
  const turns = Array.from({ length: 12 }, (_, turn) => turn)

  test.each(codes)('%s on its own', (code) => {
    for (const turn of turns) {
      const written = reshapeErrors({ type: 'error', error: code as never }, turn)
      expect(decodeStreamMessage(written), JSON.stringify(written)).toMatchObject({
        kind: 'error',
        code,
        channel: null
      })
    }
  })

  test.each(codes)('%s on an acknowledgement', (code) => {
    for (const turn of turns) {
      const written = reshapeErrors(
        {
          type: 'subscribe',
          channels: [
            { type: 'market_data', params: { market: 'BTCUSD' }, success: false, error: code as never },
            { type: 'market_data', params: { market: 'ETHUSD' }, success: true }
          ]
        },
        turn
      )
      expect(decodeStreamMessage(written), JSON.stringify(written)).toMatchObject({
        kind: 'acknowledgement',
        results: [
          { type: 'market_data', success: false, error: code },
          { type: 'market_data', success: true, error: null }
        ]
      })
    }
  })
})

test('keeps message and channel', () => {
  expect(decodeStreamMessage(unknownError)).toEqual({
    kind: 'error',
    code: 'SERVICE_DEGRADED',
    message: 'Answers may be late.',
    channel: null
  })
  const channel = { type: 'market_data', market: 'BTCUSD' }
  const written = entry('market_data', 'BTCUSD')
  for (const message of [
    { type: 'error', error: 'UNKNOWN_CHANNEL', channel: written },
    { type: 'error', code: 'UNKNOWN_CHANNEL', channels: [written] },
    { type: 'error', code: 'UNKNOWN_CHANNEL', channel: written, payload: null },
    { error: { code: 'UNKNOWN_CHANNEL' }, channel: written },
    { type: 'subscribe', error: 'UNKNOWN_CHANNEL', channel: written }
  ]) {
    expect(decodeStreamMessage(message), JSON.stringify(message)).toEqual({
      kind: 'error',
      code: 'UNKNOWN_CHANNEL',
      message: null,
      channel
    })
  }
  expect(decodeStreamMessage({ type: 'error', code: 'X_1', error: 'It went wrong.' })).toMatchObject({
    code: 'X_1',
    message: 'It went wrong.'
  })
  expect(decodeStreamMessage({ type: 'error', code: 503, message: 'Busy.' })).toMatchObject({
    code: '503',
    message: 'Busy.'
  })
})

test('accepts an empty error', () => {
  expect(decodeStreamMessage({ type: 'error' })).toMatchObject({ kind: 'error', code: 'UNSPECIFIED' })
  expect(decodeStreamMessage({ type: 'error', message: 'Something went wrong.' })).toMatchObject({
    code: 'UNSPECIFIED',
    message: 'Something went wrong.'
  })
})

test('reports other types as unrecognized', () => {
  expect(decodeStreamMessage({ type: 'notice', message: 'Maintenance is planned.' })).toMatchObject({
    kind: 'unrecognized',
    reason: 'unknown-type',
    detail: 'type notice'
  })
  for (const value of [
    null,
    1,
    'subscribe',
    [],
    {},
    { type: 5 },
    { type: 'subscribe' },
    { type: 'unsubscribe', channels: {} }
  ]) {
    expect(decodeStreamMessage(value), JSON.stringify(value)).toMatchObject({
      kind: 'unrecognized',
      reason: 'malformed'
    })
  }
})
