import { beforeEach, describe, expect, it } from 'vitest'
import { AlertFile } from '#engine/market/alerts/alert-file'
import type { AlertCondition } from '#shared/contract/market/alerts'
import { memoryStore } from '../../memory-store'
import { AlertBench } from './desk'

let bench: AlertBench
beforeEach(() => {
  bench = new AlertBench().start('A')
  bench.snapshot('A', [['100', '2']], [['101', '3']])
})

const wide: AlertCondition = { kind: 'spread', market: 'A', basisPoints: '50' }

describe('a snoozed alert', () => {
  it('does not fire until then, and fires if it holds', async () => {
    const id = await bench.add(wide, { armed: false })
    await bench.alerts.snooze(id, 15)
    expect(bench.shown(id).snoozedUntil).toBe(bench.clock.wall() + 900_000)
    await bench.alerts.change(id, { armed: true })
    // Arming ends it.
    expect(bench.fired).toHaveLength(1)
    expect(bench.shown(id).snoozedUntil).toBeNull()
    await bench.alerts.change(id, { pause: 1, armed: true })
    expect(bench.fired).toHaveLength(2)
    await bench.alerts.snooze(id, 1)
    for (let second = 0; second < 59; second += 1) {
      bench.clock.advance(1000)
      bench.update('A', [['90', String(second + 1)]])
    }
    expect(bench.fired).toHaveLength(2)
    bench.clock.advance(1000)
    expect(bench.fired).toHaveLength(3)
    expect(bench.shown(id).snoozedUntil).toBeNull()
  })

  it('can be ended, but not before its cooldown', async () => {
    const id = await bench.add(wide, { pause: 10 })
    await bench.alerts.snooze(id, 60)
    bench.clock.advance(4000)
    await bench.alerts.snooze(id, null)
    expect(bench.shown(id)).toMatchObject({ snoozedUntil: null, pausedUntil: bench.clock.wall() + 6000 })
    expect(bench.fired).toHaveLength(1)
    bench.clock.advance(6000)
    expect(bench.fired).toHaveLength(2)
  })

  it('stays so after a restart', async () => {
    const file = new AlertFile(memoryStore({ profiles: {} }))
    const first = new AlertBench(file).start('A')
    await first.add(wide, { pause: 5 })
    await first.alerts.snooze('alert-1', 60)
    await first.alerts.dispose()
    const second = new AlertBench(file).start('A')
    second.snapshot('A', [['100', '2']], [['101', '3']])
    second.clock.advance(9000)
    expect(second.fired).toEqual([])
    expect(second.shown('alert-1').snoozedUntil).not.toBeNull()
  })
})

describe('a reminder', () => {
  it('comes until the alert is acknowledged, and the escalation is kept', async () => {
    await bench.add(wide, { remindEvery: 30, escalateAfter: 1 })
    bench.clock.advance(59_000)
    expect(bench.reminded).toMatchObject([{ number: 0, escalatedAt: null }])
    bench.clock.advance(1000)
    const escalatedAt = bench.clock.wall()
    bench.clock.advance(30_000)
    expect(bench.reminded.map((each) => each.escalatedAt)).toEqual([null, escalatedAt, escalatedAt])
    expect(bench.alerts.state.fired[0]).toMatchObject({ escalatedAt, seen: false })
    await bench.alerts.seen(0, 0)
    bench.clock.advance(600_000)
    expect(bench.reminded).toHaveLength(3)
  })

  it('of one alert is acknowledged alone', async () => {
    await bench.add(wide)
    await bench.add(wide)
    await bench.alerts.seen(1, 1)
    expect(bench.alerts.state.fired.map(({ seen }) => seen)).toEqual([true, false])
  })
})
