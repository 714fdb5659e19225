import { describe, expect, it } from 'vitest'
import { scenarioGroups, scenarioNames, scenarios } from '#shared/domain/connection/scenarios'

describe('the offered scenarios', () => {
  it.each(scenarioNames)('%s describes its effect on a client in one sentence', (name) => {
    const { sentence } = scenarios[name]
    expect(sentence).toMatch(/^[A-Z].{15,}\.$/)
    expect(scenarioNames.filter((other) => scenarios[other].sentence === sentence)).toEqual([name])
  })

  it('belong to non-empty groups', () => {
    expect(new Set(scenarioNames.map((name) => scenarios[name].group))).toEqual(new Set(scenarioGroups))
  })
})
