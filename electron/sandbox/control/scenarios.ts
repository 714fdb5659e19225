import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import type { Clock } from './clock'

/** Omitted fields mean all markets or connections. */
interface ScenarioTarget {
  readonly market?: string
  readonly connection?: string
}

interface ActiveScenario extends ScenarioTarget {
  readonly name: ScenarioName
  /** Milliseconds since the epoch; absent if it stays on. */
  readonly until?: number
}

interface Entry {
  readonly scenario: ActiveScenario
  readonly cancel: () => void
}

const covers = (scenario: ActiveScenario, target: ScenarioTarget) =>
  (scenario.market === undefined || scenario.market === target.market) &&
  (scenario.connection === undefined || scenario.connection === target.connection)

const keyOf = (name: ScenarioName, target: ScenarioTarget) =>
  JSON.stringify([name, target.market ?? null, target.connection ?? null])

export class Scenarios implements Disposable {
  readonly #clock: Clock
  readonly #entries = new Map<string, Entry>()
  readonly #changed = new Emitter<ScenarioName>()
  /** With the name of the changed scenario. */
  readonly onChange = this.#changed.on

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Hot path: free while no scenario is active. */
  on(name: ScenarioName, target: ScenarioTarget = {}): boolean {
    if (this.#entries.size === 0) return false
    for (const { scenario } of this.#entries.values()) {
      if (scenario.name === name && covers(scenario, target)) return true
    }
    return false
  }

  switchOn(name: ScenarioName, options: ScenarioTarget & { readonly for_ms?: number } = {}): void {
    const { for_ms, ...target } = options
    const key = keyOf(name, target)
    this.#entries.get(key)?.cancel()
    const scenario: ActiveScenario =
      for_ms === undefined ? { name, ...target } : { name, ...target, until: this.#clock.now() + for_ms }
    const cancel =
      for_ms === undefined
        ? () => undefined
        : this.#clock.later(for_ms, () => {
            this.#entries.delete(key)
            this.#changed.fire(name)
          })
    this.#entries.set(key, { scenario, cancel })
    this.#changed.fire(name)
  }

  /** For all targets. */
  switchOff(name: ScenarioName): void {
    for (const [key, entry] of this.#entries) {
      if (entry.scenario.name !== name) continue
      entry.cancel()
      this.#entries.delete(key)
    }
    this.#changed.fire(name)
  }

  active(): ActiveScenario[] {
    return [...this.#entries.values()].map(({ scenario }) => scenario)
  }

  dispose(): void {
    for (const { cancel } of this.#entries.values()) cancel()
    this.#entries.clear()
    this.#changed.dispose()
  }
}
