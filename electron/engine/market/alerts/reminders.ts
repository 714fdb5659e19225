import type { FiredAlert } from '#shared/contract/market/alerts'
import type { Clock } from '../../base/clock'
import type { StoredAlert } from './alert-schema'

interface RemindersPorts {
  readonly clock: Clock
  readonly alerts: () => readonly StoredAlert[]
  /** Newest first. */
  readonly fired: () => readonly FiredAlert[]
  readonly remind: (fired: FiredAlert, alert: StoredAlert) => void
  readonly escalate: (fired: FiredAlert, alert: StoredAlert) => void
}

/** Milliseconds after which an unacknowledged alert is no longer repeated. */
const maxAge = 86_400_000

interface Due {
  readonly fired: FiredAlert
  readonly alert: StoredAlert
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly escalates: boolean
}

/** Repeats and escalates fired alerts until they are acknowledged, from what is stored alone, so that restarts change nothing. */
export class Reminders {
  #cancel: (() => void) | null = null
  /** Reminders until then were given. */
  #until: number

  constructor(private readonly ports: RemindersPorts) {
    this.#until = ports.clock.wall()
  }

  /** After any change of alerts or of the log. */
  plan(): void {
    this.#cancel?.()
    this.#cancel = null
    const { clock } = this.ports
    // The clock may have been set back.
    this.#until = Math.min(this.#until, clock.wall())
    const next = this.#next()
    if (next) this.#cancel = clock.later(Math.max(0, next.at - clock.wall()), () => this.#fireDue())
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #fireDue(): void {
    const { clock, remind, escalate } = this.ports
    const now = clock.wall()
    const due = this.#due().filter(({ at }) => at <= now)
    for (const { fired, alert, escalates } of due) {
      if (escalates) escalate(fired, alert)
      // An escalation is a reminder too.
      else if (!due.some((other) => other.alert === alert && other.escalates)) remind(fired, alert)
    }
    this.#until = now
    this.plan()
  }

  #next(): Due | null {
    let next: Due | null = null
    for (const due of this.#due()) if (!next || due.at < next.at) next = due
    return next
  }

  /** The next of each alert. */
  #due(): readonly Due[] {
    return this.ports.alerts().flatMap((alert) => {
      const ignored = this.#ignored(alert)
      return this.#dueOf(ignored, alert).map((due) => ({
        ...due,
        at: Math.max(due.at, alert.snoozedUntil ?? 0)
      }))
    })
  }

  /** Its entries since one was acknowledged, newest first. */
  #ignored({ id }: StoredAlert): readonly FiredAlert[] {
    const now = this.ports.clock.wall()
    const all = this.ports.fired().filter(({ alert }) => alert === id)
    const end = all.findIndex(({ seen, at }) => seen || now - at > maxAge)
    return end === -1 ? all : all.slice(0, end)
  }

  /** Reminders follow the newest entry; an alert that fires again and again escalates once, after the oldest. */
  #dueOf(ignored: readonly FiredAlert[], alert: StoredAlert): readonly Due[] {
    const [fired, oldest] = [ignored[0], ignored.at(-1)]
    if (!fired || !oldest) return []
    const { remindEvery, escalateAfter } = alert
    const due: Due[] = []
    if (escalateAfter !== null && ignored.every(({ escalatedAt }) => escalatedAt === null))
      due.push({ fired, alert, at: oldest.at + escalateAfter * 60_000, escalates: true })
    if (remindEvery !== null) {
      const every = remindEvery * 1000
      const given = Math.max(0, Math.floor((this.#until - fired.at) / every))
      due.push({ fired, alert, at: fired.at + (given + 1) * every, escalates: false })
    }
    return due
  }
}
