import type { FiredAlert } from '#shared/contract/market/alerts'
import type { AlertsStore } from './alerts.svelte'
import type { ReplayStore } from './replay.svelte'

/** The message of an alert or a trade is within this millisecond, so the replay must pass it to show what happened. */
export const momentOf = ({ at }: Pick<FiredAlert, 'at'>): number => at + 1

/** The whole log of fired alerts, for the time of a replay. */
export class ReplayedAlerts {
  #older = $state.raw<readonly FiredAlert[]>([])
  /** The newest first. */
  readonly all: readonly FiredAlert[] = $derived.by(() => {
    if (!this.known) return []
    const { fired } = this.alerts.state
    const last = fired.at(-1)?.number ?? Infinity
    return [...fired, ...this.#older.filter(({ number }) => number < last)]
  })

  constructor(
    private readonly alerts: AlertsStore,
    private readonly replay: Pick<ReplayStore, 'state'>
  ) {}

  /** Alerts belong to the connection in use, which may be another than the one that is replayed. */
  get known(): boolean {
    return this.alerts.state.profileId === this.replay.state?.profileId
  }

  /** Reads what the store does not have. */
  async load(): Promise<void> {
    const read: FiredAlert[] = []
    let before = this.alerts.state.fired.at(-1)?.number
    while (before !== undefined) {
      const page = await this.alerts.log(before)
      read.push(...page)
      before = page.at(-1)?.number
    }
    this.#older = read
  }

  until(at: number): readonly FiredAlert[] {
    return this.all.filter((fired) => fired.at <= at)
  }

  /** The nearest one after (or before) the time; null if there is none. */
  beside(at: number, back: boolean): FiredAlert | null {
    if (back) return this.all.find((fired) => momentOf(fired) < at) ?? null
    return this.all.findLast((fired) => momentOf(fired) > at) ?? null
  }
}
