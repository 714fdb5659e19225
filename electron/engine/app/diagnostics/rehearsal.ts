import type { ActiveScenario, LocalSandbox } from '#shared/contract/app/diagnostics'
import { scenarios, type ScenarioName } from '#shared/domain/connection/scenarios'
import { fail } from '#shared/domain/base/problem'
import type { Told } from './connection-story'
import { changesBetween } from './rehearsal-story'
import {
  readScenarios,
  switchOff,
  switchOn,
  type ControlAddress,
  type Fetch,
  type Wish
} from './scenario-control'
import { timelineText } from '#shared/messages/app'

/** A sandbox that runs: what windows may know of it, and how it is controlled. */
export interface LocalControl extends ControlAddress {
  readonly addresses: NonNullable<LocalSandbox['addresses']>
  readonly markets: readonly string[]
}

export interface RehearsalPorts {
  readonly fetch: Fetch
  /** The sandbox that runs now, or null. */
  readonly control: () => LocalControl | null
  readonly now: () => number
  /** Calls back once; the returned function takes it back. */
  readonly later: (milliseconds: number, call: () => void) => () => void
  readonly changed: (local: LocalSandbox) => void
  readonly tell: (told: Told) => void
  readonly warn: (problem: unknown) => void
}

const absent: LocalSandbox = { addresses: null, markets: [], active: [] }
/** The sandbox ends a scenario by a timer of its own, which may be a little late. */
const afterExpiry = 100
const askAgain = 1000

/** What the local sandbox is told to do wrong, as the sandbox itself says it. */
export class Rehearsal {
  #local: LocalSandbox = absent
  #queue: Promise<unknown> = Promise.resolve()
  #cancel: (() => void) | null = null
  #disposed = false

  constructor(private readonly ports: RehearsalPorts) {}

  get local(): LocalSandbox {
    return this.#local
  }

  /** The sandbox has started, ended, or started again. */
  controlChanged(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    const control = this.ports.control()
    const { addresses, markets } = control ?? absent
    // A sandbox that has ended took its rehearsals with it.
    this.#set({ addresses, markets, active: [] })
    return control ? this.#refresh() : Promise.resolve()
  }

  start(wish: Wish): Promise<LocalSandbox> {
    const market = scenarios[wish.name].byMarket ? wish.market : null
    if (market !== null && !this.#local.markets.includes(market)) {
      throw fail('rehearsal.market', timelineText.sandbox.noMarket(market))
    }
    return this.#ask(async (control) => {
      // One aim a scenario: what it was aimed at before is let go of.
      const elsewhere = this.#local.active.some((one) => one.name === wish.name && one.market !== market)
      if (elsewhere) await switchOff(this.ports.fetch, control, wish.name)
      return switchOn(this.ports.fetch, control, { ...wish, market })
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

  /** One after the other, so that the answer taken last is the newest. */
  #ask(work: (control: LocalControl) => Promise<readonly ActiveScenario[]>): Promise<LocalSandbox> {
    const turn = this.#queue.then(async () => {
      const control = this.ports.control()
      if (!control) throw fail('rehearsal.absent', timelineText.sandbox.notRunning, { retryable: true })
      const active = await work(control)
      // Meanwhile it may have ended, and another one come in its place.
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
    for (const told of changesBetween(before.active, local.active, this.ports.now())) this.ports.tell(told)
    if (JSON.stringify(before) !== JSON.stringify(local)) this.ports.changed(local)
  }
}
