import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { Reminders } from '#engine/market/alerts/reminders'
import type { StoredAlert } from '#engine/market/alerts/index'
import type { FiredAlert } from '#shared/contract/market/alerts'
import { HandClock } from '../../hand-clock'
import { draft } from './desk'

const condition = { kind: 'spread', market: 'A', basisPoints: '50' } as const
const second = 1000
const minute = 60_000
const day = 86_400_000

/** An alert that fired when the desk began, and what reminds of it. */
class ReminderDesk {
  readonly clock = new HandClock()
  readonly began = this.clock.wall()
  readonly reminded: number[] = []
  readonly escalated: number[] = []
  alerts: StoredAlert[] = []
  fired: FiredAlert[] = []
  #reminders: Reminders | null = null

  constructor(delivery: Partial<Pick<StoredAlert, 'remindEvery' | 'escalateAfter'>>) {
    const none = { firedAt: null, pausedUntil: null, snoozedUntil: null, evidenceAt: null }
    this.alerts = [{ ...draft(condition, delivery), id: 'one', ...none }]
    this.fire()
    this.start()
  }

  fire(): void {
    const none = { seen: false, escalatedAt: null, evidence: null }
    const of = { alert: 'one', market: 'A', condition, values: [], note: '', ...none }
    this.fired = [{ ...of, number: this.fired.length, at: this.clock.wall() }, ...this.fired]
    this.#reminders?.plan()
  }

  change(alert: Partial<StoredAlert>, fired: Partial<FiredAlert> = {}): void {
    this.alerts = this.alerts.map((each) => ({ ...each, ...alert }))
    this.fired = this.fired.map((each) => ({ ...each, ...fired }))
    this.#reminders?.plan()
  }

  start(): void {
    const since = () => this.clock.wall() - this.began
    this.#reminders = new Reminders({
      clock: this.clock,
      alerts: () => this.alerts,
      fired: () => this.fired,
      remind: () => this.reminded.push(since()),
      escalate: () => {
        this.escalated.push(since())
        this.change({}, { escalatedAt: this.clock.wall() })
      }
    })
    this.#reminders.plan()
  }

  stop(): void {
    this.#reminders?.dispose()
  }
}

describe('a fired alert', () => {
  let desk: ReminderDesk
  beforeEach(() => (desk = new ReminderDesk({ remindEvery: 30 })))

  it('is repeated until it is acknowledged', () => {
    desk.clock.advance(75 * second)
    expect(desk.reminded).toEqual([30 * second, 60 * second])
    desk.change({}, { seen: true })
    desk.clock.advance(10 * minute)
    expect(desk.reminded).toHaveLength(2)
  })

  it('is repeated from the newest time that it fired', () => {
    desk.clock.advance(20 * second)
    desk.fire()
    desk.clock.advance(45 * second)
    expect(desk.reminded).toEqual([50 * second])
  })

  it('escalates once if it fires again and again and is not acknowledged', () => {
    desk.change({ remindEvery: null, escalateAfter: 5 })
    const fireFor = (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 1) {
        desk.clock.advance(minute)
        desk.fire()
      }
    }
    fireFor(20)
    expect(desk.escalated).toEqual([5 * minute])
    desk.change({}, { seen: true })
    fireFor(20)
    // From the first one after that.
    expect(desk.escalated).toEqual([5 * minute, 26 * minute])
  })

  it('is not repeated while snoozed, and at once afterwards', () => {
    desk.change({ snoozedUntil: desk.began + 100 * second })
    desk.clock.advance(125 * second)
    expect(desk.reminded).toEqual([100 * second, 120 * second])
  })

  it('is left alone after a day, or once it was removed', () => {
    desk.clock.advance(2 * day)
    expect(desk.reminded).toHaveLength(day / (30 * second))
    desk.fire()
    desk.alerts = []
    desk.clock.advance(day)
    expect(desk.reminded).toHaveLength(day / (30 * second))
  })

  it('is repeated on time after the clock was set back', () => {
    desk.clock.advance(45 * second)
    desk.clock.jump(-40 * second)
    desk.change({})
    desk.clock.advance(30 * second)
    expect(desk.reminded).toEqual([30 * second, 30 * second])
  })

  it('is repeated and escalates at its times, across restarts', () => {
    const runs = fc.array(fc.record({ running: fc.integer({ min: 1, max: 200 }), closed: fc.nat(200) }), {
      minLength: 1,
      maxLength: 6
    })
    fc.assert(
      fc.property(runs, fc.constantFrom(7, 30, 60), fc.constantFrom(1, 2, 4), (plan, every, after) => {
        const found = new ReminderDesk({ remindEvery: every, escalateAfter: after })
        const spans: (readonly [from: number, to: number])[] = []
        for (const { running, closed } of plan) {
          const from = found.clock.wall() - found.began
          found.clock.advance(running * second)
          spans.push([from, from + running * second])
          found.stop()
          found.clock.jump(closed * second)
          found.start()
        }
        found.stop()
        const due = Array.from({ length: 2500 / every }, (_, index) => (index + 1) * every * second)
        const escalates = spans.find(([, to]) => to >= after * minute)
        const escalated = escalates ? [Math.max(escalates[0], after * minute)] : []
        expect(found.escalated).toEqual(escalated)
        // An escalation is a reminder too.
        expect(found.reminded).toEqual(
          due.filter((at) => spans.some(([from, to]) => at > from && at <= to) && !escalated.includes(at))
        )
      })
    )
  })
})
