import { readFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { describe, expect, it, test } from 'vitest'
import { costs, messagesOfMarket, sizeOf, tables } from '../../../scripts/scale.mjs'

test('docs/scale.md has the tables that the costs give', async () => {
  const page = await readFile('docs/scale.md', 'utf8')
  for (const table of Object.values(tables())) {
    const { code } = await format('scale.md', table, { printWidth: 110 })
    expect(page).toContain(code.trim())
  }
  for (const cost of Object.values(costs)) expect(page).toContain(`| ${cost} `)
})

describe('the size of a desk', () => {
  it('grows with markets and, on the server alone, with seats', () => {
    const [small, wide, deep] = [
      sizeOf({ seats: 10, markets: 10 }),
      sizeOf({ seats: 100, markets: 10 }),
      sizeOf({ seats: 10, markets: 100 })
    ]
    expect(small.rate).toBe(10 * messagesOfMarket)
    expect(deep.collectorCores).toBeCloseTo(10 * small.collectorCores)
    expect(wide.collectorCores).toBe(small.collectorCores)
    expect(wide.seatMegabits).toBe(small.seatMegabits)
    expect(wide.serverGigabits).toBeCloseTo(10 * small.serverGigabits)
    expect(deep.gigabytesOfDay).toBeCloseTo(10 * small.gigabytesOfDay)
  })

  it('names what breaks first, and enough servers', () => {
    expect(sizeOf({ seats: 1, markets: 1 })).toMatchObject({ servers: 1, first: 'none' })
    const large = sizeOf({ seats: 10_000, markets: 1000 })
    expect(large.first).toMatch(/^server/)
    expect(large.servers).toBeGreaterThan(10)
  })
})
