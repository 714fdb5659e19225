import { expect, it } from 'vitest'
import { Exchange } from '#sandbox/market/exchange'
import type { MarketMessage } from '#sandbox/market/messages'
import { ManualClock } from '../manual-clock'

/** The messages of each market. */
function run(seed: number, executionLag: number) {
  const exchange = new Exchange({ clock: new ManualClock(), seed, rate: 1000, executionLag })
  const all = new Map<string, MarketMessage[]>(exchange.markets.map((market) => [market, []]))
  exchange.onBatch((messages) => {
    for (const message of messages) all.get(message.market)!.push(message)
  })
  for (let done = 0; done < 4000;) done += exchange.step(20)
  return { exchange, all }
}

/** Of each execution: the number of updates before it. */
function updatesBefore(messages: readonly MarketMessage[]): number[] {
  let updates = 0
  const counts: number[] = []
  for (const { kind } of messages) {
    if (kind === 'book') updates += 1
    else counts.push(updates)
  }
  return counts
}

it.each([0, 1, 5, 20])('publishes each execution after %d updates, and knows who took the order', (lag) => {
  const [exact, lagging] = [run(6, 0), run(6, lag)]
  let executions = 0
  for (const [market, messages] of lagging.all) {
    const due = updatesBefore(exact.all.get(market)!).map((before) => before + lag)
    const seen = updatesBefore(messages)
    expect(seen).toEqual(due.slice(0, seen.length))
    const updates = messages.filter(({ kind }) => kind === 'book').length
    expect(due.slice(seen.length).every((after) => after > updates)).toBe(true)
    const aggressors = lagging.exchange.aggressors(market)
    expect(aggressors).toEqual(exact.exchange.aggressors(market)!.slice(0, seen.length))
    executions += seen.length
  }
  expect(executions).toBeGreaterThan(100)
})

it('knows the aggressor: the update takes the size from the other side', () => {
  const { exchange, all } = run(9, 0)
  const sides = { buy: 0, sell: 0 }
  for (const [market, messages] of all) {
    const aggressors = exchange.aggressors(market)!
    const executions = messages.filter(({ kind }) => kind === 'execution')
    executions.forEach((execution, number) => {
      const update = messages.slice(messages.indexOf(execution)).find((message) => message.kind === 'book')
      // Not published yet.
      if (execution.kind !== 'execution' || !update) return
      const aggressor = aggressors[number]!
      const levels = update[aggressor === 'buy' ? 'asks' : 'bids']
      expect(levels.some(({ price }) => price === execution.price)).toBe(true)
      sides[aggressor] += 1
    })
  }
  expect(Math.min(sides.buy, sides.sell)).toBeGreaterThan(20)
})
