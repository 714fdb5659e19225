import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Channel } from '#engine/connection/stream/types'
import { market, openDesk, type SessionDesk, settle, trades } from './session-desk'

const names = ['A', 'B', 'C', 'NO']
const channels: readonly Channel[] = names.flatMap((name) => [market(name), trades(name)])
const keyOf = ({ type, market: name }: Channel) => `${type} ${name}`

type Event = (desk: SessionDesk) => Promise<void> | void

const later = (max: number): fc.Arbitrary<Event> =>
  fc.nat(max).map((milliseconds) => (desk) => desk.pass(milliseconds, 500))
const onLast =
  (act: (socket: SessionDesk['service']['last']) => void): Event =>
  (desk) => {
    if (desk.service.sockets.length > 0) act(desk.service.last)
  }
const one = (event: Event) => fc.constant(event)
const stray = [
  { type: 'error', error: 'INTERNAL_SERVER_ERROR' },
  { type: 'subscribe', channels: [] },
  { type: 'subscribe', channels: [{ success: false, error: 'NO_EFFECT_ACTION' }] },
  { type: 'unsubscribe', channels: [{ type: 'market_data', params: { market: 'A' }, success: true }] },
  { type: 'subscribe', channels: [{ type: 'market_data', params: { market: 'B' }, success: false }] },
  { type: 'subscription_list', channels: [] },
  { type: 'subscription_list', channels: [{ type: 'heartbeat', params: { market: 'A' } }] },
  { type: 'nobody knows' }
]

/** Any events in any order. */
const events: fc.Arbitrary<Event> = fc.oneof(
  { arbitrary: later(3000), weight: 4 },
  { arbitrary: later(60_000), weight: 1 },
  {
    arbitrary: fc.subarray([...channels]).map(
      (wanted): Event =>
        (desk) =>
          desk.session.desire(wanted)
    ),
    weight: 3
  },
  {
    arbitrary: fc.constantFrom(...names).map(
      (name): Event =>
        (desk) =>
          desk.session.resync(name)
    ),
    weight: 2
  },
  { arbitrary: one(onLast((socket) => socket.accept())), weight: 4 },
  one((desk) => desk.session.start()),
  one((desk) => desk.session.stop()),
  one((desk) => desk.session.retryNow()),
  one((desk) => desk.session.woke()),
  one((desk) => desk.session.networkChanged()),
  one((desk) => desk.clock.jump(30_000)),
  one((desk) => void (desk.service.responsive = !desk.service.responsive)),
  one((desk) => void (desk.service.answersPings = !desk.service.answersPings)),
  one(onLast((socket) => socket.pong())),
  fc.constantFrom(1000, 1006, 1013, 4000).map((code) => onLast((socket) => socket.end(code))),
  fc.constantFrom(401, 403, 404, 500).map((status) => onLast((socket) => socket.refuse(status))),
  fc.constantFrom(...stray).map((message) => onLast((socket) => socket.say(message))),
  fc.constantFrom(...names).map((name) => onLast((socket) => socket.sendData(name))),
  // The service drops or adds a subscription.
  one(onLast((socket) => socket.channels.delete('market_data A'))),
  one(
    onLast((socket) => socket.channels.set('market_data C', { type: 'market_data', params: { market: 'C' } }))
  ),
  one((desk) => {
    for (const speak of desk.service.late.splice(0)) speak()
  })
)

/** Channels must open and close consistently: events are read once, as they are added. */
class Story {
  #read = 0
  #connected = false
  readonly #closing = new Set<string>()

  constructor(private readonly events: readonly string[]) {}

  check(): void {
    for (; this.#read < this.events.length; this.#read += 1) this.#add(this.events[this.#read]!)
  }

  #add(text: string): void {
    const [word, ...rest] = text.split(' ')
    const channel = rest.slice(0, 2).join(' ')
    if (word === 'opened') {
      expect(this.#connected).toBe(false)
      this.#connected = true
    } else if (word === 'lost') {
      expect(this.#connected).toBe(true)
      this.#connected = false
      this.#closing.clear()
    } else {
      expect(this.#connected, text).toBe(true)
      if (word === 'subscribed') expect(this.#closing.has(channel), text).toBe(false)
      else if (word === 'closing') this.#closing.add(channel)
      else if (word === 'closed') {
        expect(this.#closing.has(channel), text).toBe(true)
        this.#closing.delete(channel)
      }
    }
  }
}

it('never throws, never opens two sockets, and ends as desired', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(events, { maxLength: 60 }),
      fc.subarray([...channels]),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      async (happenings, wanted, dice) => {
        const desk = openDesk({}, () => dice.next().value ?? 0)
        const story = new Story(desk.events)
        desk.session.start()
        for (const happen of happenings) {
          await happen(desk)
          await settle()
          expect(desk.service.alive.length).toBeLessThanOrEqual(1)
          story.check()
        }

        desk.service.responsive = true
        desk.service.answersPings = true
        desk.session.desire(wanted)
        desk.session.start()
        desk.session.retryNow()
        for (let second = 0; second < 240; second += 1) {
          await settle()
          for (const socket of desk.service.alive) socket.accept()
          desk.clock.advance(500)
        }
        await settle()
        expect(desk.service.alive).toHaveLength(1)
        const expected = wanted.filter(({ market: name }) => name !== 'NO').map(keyOf)
        expect([...desk.service.last.channels.keys()].sort()).toEqual(expected.sort())
        const believed = desk.session.describe().channels
        expect(
          believed
            .filter(({ state }) => state === 'subscribed')
            .map(keyOf)
            .sort()
        ).toEqual(expected)
        expect(desk.session.status.phase).toBe(expected.length > 0 ? 'subscribed' : 'open')
        // Each desired market got a snapshot since its last subscription.
        for (const name of names.filter((each) => expected.includes(`market_data ${each}`))) {
          expect(desk.events.findLast((text) => text.endsWith(`book ${name}`))).toBe(
            `subscribed book ${name}`
          )
        }
        story.check()

        desk.session.stop()
        expect(desk.service.alive).toEqual([])
        desk.clock.advance(desk.service.latency)
        expect(desk.clock.waiting).toBe(0)
      }
    ),
    { numRuns: 800, seed: 20_261_005 }
  )
})
