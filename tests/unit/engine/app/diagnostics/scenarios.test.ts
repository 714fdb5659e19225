import { describe, expect, it } from 'vitest'
import { scenarioGroups, scenarioNames, scenarios } from '#shared/domain/connection/scenarios'

describe('the scenarios that are offered', () => {
  it.each(scenarioNames)('%s says in one sentence of its own what a client sees', (name) => {
    const { sentence } = scenarios[name]
    expect(sentence).toMatch(/^[A-Z].{15,}\.$/)
    expect(scenarioNames.filter((other) => scenarios[other].sentence === sentence)).toEqual([name])
  })

  it('lie in groups of which none is empty', () => {
    expect(new Set(scenarioNames.map((name) => scenarios[name].group))).toEqual(new Set(scenarioGroups))
  })
})
