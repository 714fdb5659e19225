import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerRequest, type Subscriptions } from '#sandbox/stream/requests'
import type { WireChannel } from '#shared/wire/stream'

class Held implements Subscriptions {
  readonly #channels = new Map<string, WireChannel>()
  hasMarket = (market: string) => market === 'BTCUSD' || market === 'ETHUSD'
  hasChannel = (channel: WireChannel) => this.#channels.has(JSON.stringify(channel))
  add = (channel: WireChannel) => void this.#channels.set(JSON.stringify(channel), channel)
  remove = (channel: WireChannel) => void this.#channels.delete(JSON.stringify(channel))
  list = () => [...this.#channels.values()]
}

const channel = fc.record({
  type: fc.constantFrom('market_data', 'execution_data', 'heartbeat'),
  params: fc.record({ market: fc.constantFrom('BTCUSD', 'ETHUSD', 'NOSUCH') })
})
const request = fc.record({
  type: fc.constantFrom('subscribe' as const, 'unsubscribe' as const),
  channels: fc.array(channel, { minLength: 1, maxLength: 8 })
})

describe('requests', () => {
  it('match a plain set of channels, each failure with its code', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 10 }), (requests) => {
        const held = new Held()
        const model = new Set<string>()
        for (const each of requests) {
          const answer = answerRequest(JSON.stringify(each), held)
          const expected = each.channels.map(({ type, params }) => {
            const key = JSON.stringify({ type, params })
            const fails = (error: string) => ({ type, params, success: false, error })
            if (type === 'heartbeat') return fails('UNKNOWN_CHANNEL')
            if (params.market === 'NOSUCH') return fails('UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
            if (model.has(key) === (each.type === 'subscribe')) return fails('NO_EFFECT_ACTION')
            if (each.type === 'subscribe') model.add(key)
            else model.delete(key)
            return { type, params, success: true }
          })
          expect(answer).toEqual({ type: each.type, channels: expected })
        }
        expect(new Set(held.list().map((each) => JSON.stringify(each)))).toEqual(model)
      })
    )
  })

  it('never throw or keep invalid input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const held = new Held()
        const answer = answerRequest(text, held)
        expect(['error', 'subscribe', 'unsubscribe', 'subscription_list']).toContain(answer.type)
        expect(held.list()).toEqual([])
      })
    )
  })

  it('limit the answer to a long request', () => {
    const name = 'x'.repeat(100_000)
    const text = JSON.stringify({ type: 'subscribe', channels: [{ type: name, params: { market: name } }] })
    expect(JSON.stringify(answerRequest(text, new Held())).length).toBeLessThan(300)
    const many = JSON.stringify({ type: 'subscribe', channels: Array(10_001).fill(0) })
    expect(answerRequest(many, new Held())).toEqual({ type: 'error', error: 'MALFORMED_REQUEST' })
  })
})
