import { beforeEach, describe, expect, it } from 'vitest'
import { AlertBench } from './desk'

let bench: AlertBench
beforeEach(() => {
  bench = new AlertBench().start('A')
  bench.snapshot('A', [['99', '2']], [['101', '3']])
})

const values = (index = -1) =>
  Object.fromEntries(bench.fired.at(index)?.values.map(({ name, value }) => [name, value]) ?? [])

/** In steps, with a message in each, so that the market stays live. */
function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    bench.clock.advance(1000)
    bench.update('A', [['90', String(second + 1)]])
  }
}

describe('a move', () => {
  const move = { kind: 'move', market: 'A', percent: '2', direction: 'up', minutes: 1 } as const

  it('is measured from the lowest price in force, even if it was traded long before', async () => {
    await bench.add(move)
    bench.trade('A', '100', '1')
    pass(600)
    bench.trade('A', '102', '1')
    expect(bench.fired).toHaveLength(1)
    expect(values()).toEqual({ Last: '102', 'Move %': '2', From: '100', Bid: '99', Ask: '101' })
  })

  it('is not counted again', async () => {
    await bench.add(move, { pause: 1 })
    bench.trade('A', '100', '1')
    bench.trade('A', '102', '1')
    pass(2)
    bench.trade('A', '103', '1')
    expect(bench.fired).toHaveLength(1)
    bench.trade('A', '104.04', '1')
    expect(bench.fired).toHaveLength(2)
    expect(values()).toMatchObject({ From: '102' })
  })

  it.each([
    { seconds: 50, fires: 1 },
    { seconds: 61, fires: 0 }
  ])('across a gap of $seconds s needs a price of before within the time', async ({ seconds, fires }) => {
    await bench.add(move)
    bench.trade('A', '100', '1')
    bench.lose()
    bench.clock.advance(seconds * 1000)
    bench.open('A')
    bench.snapshot('A', [['99', '2']], [['101', '3']])
    bench.trade('A', '103', '1')
    expect(bench.fired).toHaveLength(fires)
    if (fires > 0) expect(values()).toMatchObject({ 'Seen after': '50.0 s in which the market was not live' })
  })
})

describe('a cross of the session VWAP', () => {
  const day = 86_400_000

  it('says from when the average was observed, and begins again with the next session', async () => {
    const started = bench.clock.wall()
    await bench.add({ kind: 'vwap', market: 'A', direction: 'either' }, { pause: 1 })
    bench.trade('A', '100', '3')
    bench.trade('A', '99', '1')
    bench.trade('A', '103', '1')
    expect(bench.fired).toHaveLength(1)
    expect(values()).toEqual({
      Last: '103',
      VWAP: '100.4',
      Crossed: 'upwards',
      'VWAP from': new Date(started).toISOString(),
      Bid: '99',
      Ask: '101'
    })
    const midnight = Math.ceil(bench.clock.wall() / day) * day
    bench.clock.advance(midnight - bench.clock.wall() + 1000)
    // Above the average of yesterday, but at its own.
    bench.trade('A', '90', '1')
    expect(bench.fired).toHaveLength(1)
    bench.trade('A', '91', '1')
    bench.trade('A', '89', '1')
    expect(bench.fired).toHaveLength(2)
    expect(values()).toMatchObject({ VWAP: '90', Crossed: 'downwards' })
  })
})

describe('a peg', () => {
  it('fires by time alone, with the distance of that moment', async () => {
    const before = bench.clock.wall()
    await bench.add({ kind: 'peg', market: 'A', peg: '99.5', basisPoints: '50', seconds: 4 }, { pause: 3 })
    bench.clock.advance(9000)
    expect(bench.fired.map(({ at }) => at - before)).toEqual([4000, 7000])
    expect(values(0)).toEqual({
      'Off the peg bp': '50.2513',
      Mid: '100',
      'Off for': '4.0 s',
      Bid: '99',
      Ask: '101'
    })
  })
})

describe('the depth and the cost of a size', () => {
  it('are shown with the side that fired', async () => {
    await bench.add({ kind: 'depth', market: 'A', side: 'either', size: '2.5', basisPoints: '100' })
    expect(values()).toEqual({ Side: 'Bids', Depth: '2', Mid: '100', Bid: '99', Ask: '101' })
    await bench.add({ kind: 'cost', market: 'A', side: 'buy', size: '3', unit: 'base', basisPoints: '100' })
    expect(values()).toMatchObject({ Side: 'Buy', 'Cost bp': '100', Average: '101', 'Worst price': '101' })
    await bench.add({ kind: 'cost', market: 'A', side: 'sell', size: '3', unit: 'base', basisPoints: '5000' })
    expect(values()).toMatchObject({ Side: 'Sell', 'Fills only': '2' })
  })

  it('are not evaluated while the book is crossed or has one side', async () => {
    const id = await bench.add({ kind: 'depth', market: 'A', side: 'bids', size: '2', basisPoints: '100' })
    bench.snapshot('A', [['99', '1']], [])
    expect(bench.shown(id).blind).toBe('One side of the book is empty.')
    bench.snapshot('A', [['102', '1']], [['101', '3']])
    expect(bench.shown(id).blind).toBe('The book is crossed.')
    expect(bench.fired).toEqual([])
    bench.snapshot('A', [['99', '1']], [['101', '3']])
    expect(bench.fired).toHaveLength(1)
    expect(bench.shown(id).blind).toBeNull()
  })
})
