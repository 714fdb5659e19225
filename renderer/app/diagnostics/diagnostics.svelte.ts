import { localSandboxId } from '#shared/contract/connection/connections'
import {
  type ActiveScenario,
  type DiagnosticsState,
  type LocalSandbox,
  type TimelineEntry
} from '#shared/contract/app/diagnostics'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { mergeEntries } from '../../lib/timeline'

const nothing: LocalSandbox = { addresses: null, markets: [], active: [] }

/** The diagnostics of this window, shared by all views. */
export class Diagnostics {
  timeline = $state.raw<readonly TimelineEntry[]>([])
  local = $state.raw<LocalSandbox>(nothing)
  /** The market and duration of the next fault. */
  chosenMarket = $state<string | null>(null)
  milliseconds = $state<number | null>(null)
  /** Waiting for the sandbox's answer. */
  busy = $state.raw<readonly ScenarioName[]>([])
  supportOpen = $state(false)

  constructor(private readonly desk: Pick<Desk, 'bridge' | 'connections' | 'attempt'>) {}

  get active(): readonly ActiveScenario[] {
    return this.local.active
  }

  /** The local sandbox is in use and running. */
  get usable(): boolean {
    return this.desk.connections.status.profileId === localSandboxId && this.local.addresses !== null
  }

  /** Ignores a market that the sandbox does not have. */
  get market(): string | null {
    return this.local.markets.find((market) => market === this.chosenMarket) ?? null
  }

  /** The number of simulated faults that affect the connection of this window. */
  get bearing(): number {
    const { profileId } = this.desk.connections.status
    return profileId === null || profileId === localSandboxId ? this.active.length : 0
  }

  /** Subscribes before reading, so that nothing is missed. */
  start(): () => void {
    const { bridge, attempt } = this.desk
    let pushed = false
    const stops = [
      bridge.on('diagnostics.happened', (entry) => this.addToTimeline([entry])),
      bridge.on('diagnostics.local', (local) => {
        pushed = true
        this.local = local
      })
    ]
    void attempt(async () => {
      const { timeline, local }: DiagnosticsState = await valueOf(bridge.call.diagnostics.read())
      this.addToTimeline(timeline)
      if (!pushed) this.local = local
    })
    return () => stops.forEach((stop) => stop())
  }

  flip(name: ScenarioName, on: boolean): Promise<void> {
    const { simulateFault, stop } = this.desk.bridge.call.diagnostics
    const { market, milliseconds } = this
    return this.ask([name], () =>
      valueOf(on ? simulateFault({ name, market, milliseconds }) : stop({ name }))
    )
  }

  stopAll(): Promise<void> {
    const names = this.active.map(({ name }) => name)
    return this.ask(names, () => valueOf(this.desk.bridge.call.diagnostics.stopAll()))
  }

  private async ask(names: readonly ScenarioName[], work: () => Promise<LocalSandbox>): Promise<void> {
    this.busy = [...this.busy, ...names]
    await this.desk.attempt(async () => {
      this.local = await work()
    })
    this.busy = this.busy.filter((name) => !names.includes(name))
  }

  private addToTimeline(entries: readonly TimelineEntry[]): void {
    this.timeline = mergeEntries(this.timeline, entries)
  }
}
