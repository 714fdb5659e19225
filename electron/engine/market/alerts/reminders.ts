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

  /** The next of each alert, whose newest entry counts. */
  #due(): readonly Due[] {
    const { clock, alerts, fired } = this.ports
    const now = clock.wall()
    const newest = new Map<string, FiredAlert>()
    for (const each of fired()) if (!newest.has(each.alert)) newest.set(each.alert, each)
    return alerts().flatMap((alert) => {
      const last = newest.get(alert.id)
      if (!last || last.seen || now - last.at > maxAge) return []
      return this.#dueOf(last, alert).map((due) => ({
        ...due,
        at: Math.max(due.at, alert.snoozedUntil ?? 0)
      }))
    })
  }

  #dueOf(fired: FiredAlert, alert: StoredAlert): readonly Due[] {
    const { remindEvery, escalateAfter } = alert
    const due: Due[] = []
    if (escalateAfter !== null && fired.escalatedAt === null)
      due.push({ fired, alert, at: fired.at + escalateAfter * 60_000, escalates: true })
    if (remindEvery !== null) {
      const every = remindEvery * 1000
      const given = Math.max(0, Math.floor((this.#until - fired.at) / every))
      due.push({ fired, alert, at: fired.at + (given + 1) * every, escalates: false })
    }
    return due
  }
}
