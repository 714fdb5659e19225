import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BookSync } from '#engine/market/book-sync'
import { noCounts } from '#engine/market/counts'
import { HandClock } from '../hand-clock'
import { message, texts } from './messages'

const clock = new HandClock()

it('equals the truth whenever it is live, for any order of snapshots', () => {
  const change = fc.record({
    side: fc.constantFrom('bids' as const, 'asks' as const),
    price: fc.integer({ min: 1, max: 12 }),
    amount: fc.integer({ min: 0, max: 3 })
  })
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 60 }),
      fc.array(fc.record({ from: fc.nat(60), taken: fc.nat(20), sent: fc.nat(20) }), {
        minLength: 1,
        maxLength: 4
      }),
      (changes, subscriptions) => {
        const counted = new BookSync({
          clock,
          counts: noCounts(),
          resync: () => undefined,
          changed: () => undefined
        })
        const truth = { bids: new Map<string, string>(), asks: new Map<string, string>() }
        const pairs = (side: Map<string, string>) =>
          [...side].map(([price, amount]) => [price, amount] as const)
        const sorted = (side: 'bids' | 'asks') =>
          pairs(truth[side]).sort(([one], [other]) =>
            side === 'bids' ? Number(other) - Number(one) : Number(one) - Number(other)
          )
        let snapshot: { readonly at: number; readonly message: ReturnType<typeof message> } | null = null
        for (const [index, { side, price, amount }] of changes.entries()) {
          for (const { from, taken, sent } of subscriptions) {
            if (from !== index) continue
            counted.opened()
            // Taken and sent after some updates.
            snapshot = null
            pending.push({ takeAt: index + taken, sendAt: index + taken + sent })
          }
          // Never crosses.
          const text = side === 'bids' ? String(price) : String(price + 100)
          if (amount === 0) truth[side].delete(text)
          else truth[side].set(text, String(amount))
          const time = (index + 1) * 10 + 3 + (index % 2)
          counted.receive(
            message(
              false,
              time,
              side === 'bids' ? [[text, String(amount)]] : [],
              side === 'asks' ? [[text, String(amount)]] : []
            ),
            clock.monotonic()
          )
          const due = pending.at(-1)
          if (due && due.takeAt === index) {
            snapshot = { at: due.sendAt, message: message(true, time, sorted('bids'), sorted('asks')) }
          }
          if (snapshot && snapshot.at === index) counted.receive(snapshot.message, clock.monotonic())
          if (counted.state !== 'live') continue
          expect(texts(counted.book.levels('bids', 100))).toEqual(sorted('bids').map((pair) => [...pair]))
          expect(texts(counted.book.levels('asks', 100))).toEqual(sorted('asks').map((pair) => [...pair]))
        }
        pending.length = 0
      }
    ),
    { numRuns: 500 }
  )
})

const pending: { takeAt: number; sendAt: number }[] = []
