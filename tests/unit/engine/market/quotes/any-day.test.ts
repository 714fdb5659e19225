import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { QuoteFound } from '#engine/market/quotes/index'
import { staleAfter } from '../alerts/desk'
import { market, QuoteBench, step } from './desk'

let folder: string
let bench: QuoteBench
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-quotes-'))
  bench = new QuoteBench(folder)
})
afterEach(async () => {
  await bench.recorder.dispose()
  await rm(folder, { recursive: true, force: true })
})

const price = fc.nat(9).map((digit) => [`1.${digit}`, `2.${digit}`] as const)
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), steps: fc.integer({ min: 1, max: 60 }) })
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('show' as const), price }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('silence' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('lose' as const, 'blink' as const, 'reopen' as const),
      price
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), steps: fc.integer({ min: 200, max: 400 }) })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), bytes: fc.nat(60) }) }
)
type Act = typeof act extends fc.Arbitrary<infer Kind> ? Kind : never

async function play(acts: readonly Act[], after = async (_each: Act) => {}): Promise<void> {
  await bench.recorder.dispose()
  await rm(folder, { recursive: true, force: true })
  bench = new QuoteBench(folder)
  for (const each of acts) {
    if (each.kind === 'pass') bench.pass(each.steps * step)
    else if (each.kind === 'show') bench.show(...each.price)
    else if (each.kind === 'silence') bench.pass(staleAfter + 1000)
    else if (each.kind === 'sleep') bench.market.clock.jump(each.steps * step)
    else if (each.kind === 'restart') await bench.restart()
    else if (each.kind === 'crash') await bench.crash(each.bytes)
    else {
      if (each.kind !== 'reopen') bench.market.lose()
      if (each.kind !== 'lose') bench.reopen(...each.price)
    }
    bench.note()
    await after(each)
  }
}

it('returns only observed prices, and all of a quiet end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      await play(acts)
      bench.reopen('5', '6')
      bench.note()
      const from = bench.now + 2000
      for (let count = 0; count < 12; count += 1) {
        bench.market.update(market, [['5', String(count + 2)]])
        bench.pass(500)
      }
      const until = bench.now - 1000
      await bench.recorder.dispose()
      // A time may have several truths around an event.
      const truth = new Map<number, (string | null)[]>()
      for (const { at, quote } of bench.truth) truth.set(at, [...(truth.get(at) ?? []), quote])
      const shown = (at: number) => truth.get(at) ?? []
      for (const at of truth.keys()) {
        const found = await bench.at(at)
        if (at >= from && at <= until) expect(found).toMatchObject({ recorded: true, bid: '5', ask: '6' })
        if (!found.recorded) continue
        // The book was live when sampled.
        expect(shown(at).some((quote) => quote !== null)).toBe(true)
        expect(found.at).toBeLessThanOrEqual(at)
        const text = [found.bid, found.ask].map(asUnits).join(' ')
        expect(shown(found.at)).toContain(text)
        // Sampled every second.
        const lately = Array.from({ length: 22 }, (_, index) => shown(at - index * step)).flat()
        expect(lately).toContain(text)
      }
    }),
    { numRuns: 15 }
  )
})

it('never changes a final quote', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const changes = new Map<number, QuoteFound>()
      await play(acts, async (each) => {
        // Unwritten lines are lost.
        if (each.kind === 'crash') changes.clear()
        for (const ago of [0, 300, 2000, 8000]) {
          const found = await bench.at(bench.now - ago)
          if (found.recorded && found.standing === 'lasting') changes.set(bench.now - ago, found)
        }
      })
      bench.pass(2 * staleAfter)
      await bench.recorder.dispose()
      for (const [at, found] of changes) expect(await bench.at(at)).toEqual(found)
    }),
    { numRuns: 15 }
  )
})

const asUnits = (text: string | null) => {
  if (text === null) return '-'
  const [whole, fraction = ''] = text.split('.')
  return `${BigInt(whole! + fraction)}/${fraction.length}`
}
