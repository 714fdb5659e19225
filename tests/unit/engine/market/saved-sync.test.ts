import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { BookSync } from '#engine/market/book-sync'
import { crossedDebounce } from '#engine/market/crossing'
import { noCounts } from '#engine/market/counts'
import { savedSync } from '#engine/market/saved-sync'
import type { BookUpdate } from '#engine/market/update-buffer'
import type { BookMessage } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { marketText } from '#shared/messages/market'
import { HandClock } from '../hand-clock'
import { level, start, type Pairs } from './messages'

const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'000123456789'), maxLength: max })
const decimal = (whole: fc.Arbitrary<string>) =>
  fc.tuple(whole, digits(18)).map(([units, fraction]) => (fraction === '' ? units : `${units}.${fraction}`))
/** Few prices, so that levels change and cross; some are beyond 2^53, some are padded. */
const price = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('9', '10', '10.0', '10.5', '10.50', '11', '11.000', '12.25') },
  { weight: 1, arbitrary: decimal(fc.constantFrom('10', '11', '9007199254740993', '123456789012345678901')) }
)
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('0', '0.00', '1', '2.5', '2.50000000') },
  { weight: 1, arbitrary: decimal(fc.constantFrom('0', '7', '9007199254740993', '4503599627370496')) }
)
const side = fc.array(fc.tuple(price, amount), { maxLength: 6 })
const message = fc.record({
  kind: fc.constant('message' as const),
  snapshot: fc.boolean(),
  /** In steps of 300 ms, so that some are older than the snapshot, and coarse. */
  time: fc.nat(60),
  bids: side,
  asks: side,
  packed: fc.boolean()
})
const calls = ['opened', 'lost', 'subscribed', 'closing', 'closed', 'refused', 'declined'] as const
const others = ['garbled', 'missed', 'silent', 'audible'] as const
const step = fc.oneof(
  { weight: 8, arbitrary: message },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(70_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...calls) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...others) }) }
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

class Bench {
  readonly clock = new HandClock()
  resyncs = 0
  sync = this.#sync()

  #sync(): BookSync {
    const resync = () => void (this.resyncs += 1)
    return new BookSync({ clock: this.clock, counts: noCounts(), resync, changed: () => undefined })
  }

  /** Through JSON, as from a file. */
  restore(): void {
    const saved = v.parse(savedSync, JSON.parse(JSON.stringify(this.sync.save())))
    this.sync = this.#sync()
    this.sync.restore(saved)
  }

  do(one: Step): void {
    const { sync, clock } = this
    const now = clock.monotonic()
    if (one.kind === 'message') sync.receive(messageOf(one), now)
    else if (one.kind === 'wait') {
      clock.advance(one.milliseconds)
      sync.tick(clock.monotonic())
    } else if (one.kind === 'silent' || one.kind === 'audible') sync.setSilent(one.kind === 'silent')
    else if (one.kind === 'subscribed') sync.subscribed(now)
    else if (one.kind === 'refused' || one.kind === 'declined') sync[one.kind]('No')
    else sync[one.kind]()
  }

  get shown() {
    const { state, since, reason, crossed, lastTime, following } = this.sync
    const saved = JSON.stringify(this.sync.save())
    return { state, since, reason, crossed, lastTime, following, saved, resyncs: this.resyncs }
  }
}

function messageOf({ snapshot, time, bids, asks, packed }: Extract<Step, { kind: 'message' }>): BookUpdate {
  const levels = (pairs: Pairs) => pairs.map(level)
  const exact: BookMessage = {
    kind: 'book',
    market: 'BTCUSD',
    snapshot,
    time: start + BigInt(time) * 300_000_000n,
    bids: levels(bids),
    asks: levels(asks)
  }
  const short = new PackedMessage()
  return packed && packMessage(exact, 0, short) ? short : exact
}

it('continues like one that was not saved and restored', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(), (steps, random) => {
      const [straight, restored] = [new Bench(), new Bench()]
      const first: Step[] = [{ kind: 'opened' }, { kind: 'subscribed' }]
      for (const one of first) [straight, restored].forEach((bench) => bench.do(one))
      for (const [index, one] of steps.entries()) {
        if (index === random % steps.length) {
          const { phase, book, buffer } = restored.sync.save()
          seen
            .add(phase)
            .add(`wide ${book.wide}`)
            .add(`buffered ${buffer.updates.length > 0}`)
          restored.restore()
        }
        straight.do(one)
        restored.do(one)
        // Before, both are the same.
        if (index >= random % steps.length) expect(restored.shown).toEqual(straight.shown)
      }
    }),
    { numRuns: 2000 }
  )
  expect([...seen].sort()).toEqual(
    [
      'buffered false',
      'buffered true',
      'closed',
      'doubting',
      'following',
      'waiting',
      'wide false',
      'wide true'
    ].sort()
  )
})

const pairsOf = (pairs: Pairs) => pairs.map(([one, other]): [string, string] => [one, other])
const send = (bench: Bench, snapshot: boolean, time: number, bids: Pairs, asks: Pairs) =>
  bench.do({ kind: 'message', snapshot, time, bids: pairsOf(bids), asks: pairsOf(asks), packed: true })

it('still knows that updates were dropped before the snapshot', () => {
  const bench = new Bench()
  bench.do({ kind: 'opened' })
  const many = Array.from({ length: 100_000 }, (_, index) => [String(index + 1), '1'] as const)
  send(bench, false, 1, many, many)
  bench.restore()
  send(bench, true, 2, [['1', '1']], [['2', '1']])
  expect(bench.sync.reason).toBe(marketText.book.overflow)
})

it('still knows that a book stays crossed', () => {
  const bench = new Bench()
  bench.do({ kind: 'opened' })
  send(bench, true, 1, [['1', '1']], [['2', '1']])
  // The next resync is put off.
  bench.do({ kind: 'garbled' })
  send(bench, true, 2, [['3', '1']], [['2', '1']])
  bench.do({ kind: 'wait', milliseconds: crossedDebounce })
  bench.restore()
  expect(bench.shown).toMatchObject({ state: 'live', crossed: true, resyncs: 1 })
})

it('refuses what it did not write', () => {
  const bench = new Bench()
  bench.do({ kind: 'opened' })
  send(bench, false, 1, [['1', '1']], [])
  send(
    bench,
    true,
    1,
    [
      ['2', '1'],
      ['1', '1']
    ],
    [['3', '1']]
  )
  const saved = bench.sync.save()
  const isRefused = (change: object) => !v.is(savedSync, { ...saved, ...change })
  expect(isRefused({})).toBe(false)
  const { book } = saved
  const books = [
    { bids: [1, 1, 2, 1] },
    { bids: [2, 1, 2, 1] },
    { asks: [3] },
    { asks: [3, 0] },
    { asks: [3.5, 1] },
    { asks: ['3', '1'] },
    { asks: [3, null] },
    { wide: true },
    { priceScale: -1 },
    { amountScale: 1e9 },
    { asks: undefined }
  ]
  for (const change of books)
    expect(isRefused({ book: { ...book, ...change } }), JSON.stringify(change)).toBe(true)
  for (const [name, value] of Object.entries(saved)) {
    expect(isRefused({ [name]: typeof value === 'string' ? 1 : 'no' }), name).toBe(true)
  }
})
