import { connectionText } from '#shared/messages/connection'

const { scenarios: texts, scenarioGroups: groups } = connectionText

type Texts = typeof texts
export type ScenarioName = { [Kind in keyof Texts]: keyof Texts[Kind] }[keyof Texts]
type ScenarioGroup = keyof typeof groups

export interface Scenario {
  readonly group: ScenarioGroup
  readonly sentence: string
  readonly byMarket: boolean
}

const all = Object.entries(texts).flatMap(([kind, sentences]) =>
  Object.entries(sentences).map(([name, sentence]): [string, Scenario] => [
    name,
    {
      group: kind === 'market' ? 'stream' : (kind as ScenarioGroup),
      sentence,
      byMarket: kind === 'market'
    }
  ])
)

/** In display order. */
export const scenarios = Object.fromEntries(all) as Readonly<Record<ScenarioName, Scenario>>
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]
export const scenarioGroups = Object.keys(groups) as readonly ScenarioGroup[]

export const isScenarioName = (text: string): text is ScenarioName => Object.hasOwn(scenarios, text)
