import type { ActiveScenario, LocalSandbox } from '#shared/contract/app/diagnostics'
import { scenarios, type ScenarioName } from '#shared/domain/connection/scenarios'
import { fail } from '#shared/domain/base/problem'
import type { TimelineNote } from './connection-story'
import { changesBetween } from './fault-story'
import {
  readScenarios,
  switchOff,
  switchOn,
  type ControlAddress,
  type Fetch,
  type FaultRequest
} from './scenario-control'
import { timelineText } from '#shared/messages/app'

export interface LocalControl extends ControlAddress {
  readonly addresses: NonNullable<LocalSandbox['addresses']>
  readonly markets: readonly string[]
}

export interface FaultSimulatorPorts {
  readonly fetch: Fetch
  /** Null if it is not running. */
  readonly control: () => LocalControl | null
  readonly now: () => number
  /** Calls once; the returned function cancels. */
  readonly later: (milliseconds: number, call: () => void) => () => void
  readonly changed: (local: LocalSandbox) => void
  readonly note: (note: TimelineNote) => void
  readonly warn: (problem: unknown) => void
}

const absent: LocalSandbox = { addresses: null, markets: [], active: [] }
/** The sandbox's own timer may be slightly late. */
const afterExpiry = 100
const askAgain = 1000

/** The faults that the local sandbox simulates, as reported by the sandbox. */
export class FaultSimulator {
  #local: LocalSandbox = absent
  #queue: Promise<unknown> = Promise.resolve()
  #cancel: (() => void) | null = null
  #disposed = false

  constructor(private readonly ports: FaultSimulatorPorts) {}

  get local(): LocalSandbox {
    return this.#local
  }

  controlChanged(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    const control = this.ports.control()
    const { addresses, markets } = control ?? absent
    // A new sandbox has no active faults.
    this.#set({ addresses, markets, active: [] })
    return control ? this.#refresh() : Promise.resolve()
  }

  start(request: FaultRequest): Promise<LocalSandbox> {
    const market = scenarios[request.name].byMarket ? request.market : null
    if (market !== null && !this.#local.markets.includes(market)) {
      throw fail('simulation.market', timelineText.sandbox.noMarket(market))
    }
    return this.#ask(async (control) => {
      // Each fault has one target; stop the previous one.
      const elsewhere = this.#local.active.some((one) => one.name === request.name && one.market !== market)
      if (elsewhere) await switchOff(this.ports.fetch, control, request.name)
      return switchOn(this.ports.fetch, control, { ...request, market })
    })
  }

  stop(name: ScenarioName): Promise<LocalSandbox> {
    return this.#ask((control) => switchOff(this.ports.fetch, control, name))
  }

  stopAll(): Promise<LocalSandbox> {
    return this.#ask(async (control) => {
      let active = await readScenarios(this.ports.fetch, control)
      for (const name of new Set(active.map((one) => one.name))) {
        active = await switchOff(this.ports.fetch, control, name)
      }
      return active
    })
  }

  dispose(): void {
    this.#disposed = true
    this.#cancel?.()
    this.#cancel = null
  }

  /** One at a time, so that the last answer is the newest. */
  #ask(work: (control: LocalControl) => Promise<readonly ActiveScenario[]>): Promise<LocalSandbox> {
    const turn = this.#queue.then(async () => {
      const control = this.ports.control()
      if (!control) throw fail('simulation.absent', timelineText.sandbox.notRunning, { retryable: true })
      const active = await work(control)
      // The sandbox may have restarted meanwhile.
      if (!this.#disposed && this.ports.control()?.key === control.key) {
        this.#set({ addresses: control.addresses, markets: control.markets, active })
        this.#readAtNextEnd()
      }
      return this.#local
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async #refresh(): Promise<void> {
    try {
      await this.#ask((control) => readScenarios(this.ports.fetch, control))
    } catch (problem) {
      if (this.#disposed || !this.ports.control()) return
      this.ports.warn(problem)
      this.#refreshIn(askAgain)
    }
  }

  #readAtNextEnd(): void {
    this.#cancel?.()
    this.#cancel = null
    const ends = this.#local.active.flatMap(({ until }) => until ?? [])
    if (ends.length === 0) return
    this.#refreshIn(Math.max(0, Math.min(...ends) - this.ports.now()) + afterExpiry)
  }

  #refreshIn(milliseconds: number): void {
    this.#cancel?.()
    this.#cancel = this.ports.later(milliseconds, () => void this.#refresh())
  }

  #set(local: LocalSandbox): void {
    const before = this.#local
    this.#local = local
    for (const note of changesBetween(before.active, local.active, this.ports.now())) this.ports.note(note)
    if (JSON.stringify(before) !== JSON.stringify(local)) this.ports.changed(local)
  }
}
