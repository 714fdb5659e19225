import { beforeEach, describe, expect, it } from 'vitest'
import { evidenceLimits, type AlertCondition } from '#shared/contract/market/alerts'
import { AlertBench } from './desk'

const spread: AlertCondition = { kind: 'spread', market: 'A', basisPoints: '50' }
const between = evidenceLimits.minutes * 60_000

let bench: AlertBench
beforeEach(() => {
  bench = new AlertBench().start('A')
  bench.snapshot('A', [['100', '2']], [['101', '3']])
})
const outcomes = () => bench.alerts.state.fired.map(({ evidence }) => evidence)

describe('evidence of an alert that fires', () => {
  it('is kept if the alert asks for it, and its outcome is listed', async () => {
    await bench.add(spread)
    await bench.add(spread, { keepEvidence: true })
    expect(bench.kept).toEqual([['desk', 1]])
    expect(outcomes()).toEqual([{ file: null, problem: null }, null])
    expect(bench.alerts.evidenceFileOf(1)).toBeNull()
    expect(bench.file.unsettled).toMatchObject([{ profileId: 'desk', fired: { number: 1, market: 'A' } }])
    // Another connection may be in use by then.
    bench.alerts.useProfile('other')
    await bench.alerts.setEvidence('desk', 1, { file: 'evidence.zip', problem: null })
    bench.alerts.useProfile('desk')
    expect(bench.file.unsettled).toEqual([])
    expect(outcomes()).toEqual([{ file: 'evidence.zip', problem: null }, null])
    expect([bench.alerts.evidenceFileOf(1), bench.alerts.evidenceFileOf(0)]).toEqual(['evidence.zip', null])
  })

  it('is kept only so often by an alert that repeats, also after it was changed', async () => {
    const id = await bench.add(spread, { keepEvidence: true })
    const rearmAfter = async (milliseconds: number) => {
      bench.clock.advance(milliseconds)
      bench.snapshot('A', [['100', '2']], [['101', '3']])
      await bench.alerts.change(id, { keepEvidence: false })
      await bench.alerts.change(id, { keepEvidence: true, armed: true })
    }
    await rearmAfter(between - 1)
    expect(bench.fired).toHaveLength(2)
    expect(bench.kept).toEqual([['desk', 0]])
    expect(outcomes()[0]).toEqual({ file: null, problem: expect.stringContaining('10 minutes old') })
    await rearmAfter(1)
    expect(bench.kept.slice(1)).toEqual([['desk', 2]])
    // The cooldown is that of one alert.
    await bench.add(spread, { keepEvidence: true })
    expect(bench.kept).toHaveLength(3)
  })

  it('is not kept of the connection, which has no market', async () => {
    await bench.add({ kind: 'connection', seconds: 0 }, { keepEvidence: true })
    bench.lose()
    expect(bench.fired).toHaveLength(1)
    expect([bench.kept, outcomes()]).toEqual([[], [null]])
  })
})
