import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConversionBench, idOf, message, refuse, settled } from './desk'

let bench: ConversionBench
beforeEach(() => {
  bench = new ConversionBench().connect()
})

const watch = (...numbers: number[]) => bench.conversions.lookUp(numbers.map(idOf).join(' '), true)
const waits = () => {
  const times = bench.asked.map(({ at }) => at)
  return times.slice(1).map((at, index) => at - times[index]!)
}

describe('watching conversions', () => {
  it('polls after 5 s, then less often, up to every 5 minutes', async () => {
    await watch(1)
    await bench.pass(1_500_000, 1000)
    expect(waits()).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000))
    expect(bench.row(1)).toMatchObject({ watching: true, trouble: null, underway: true })
  })

  it('adds jitter of at most a fifth', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 8 }),
        async (chance) => {
          let next = 0
          bench = new ConversionBench(undefined, () => chance[next++ % chance.length]!).connect()
          await watch(1)
          await bench.pass(400_000, 500)
          for (const [index, wait] of waits().entries()) {
            const full = Math.min(5000 * 2 ** index, 300_000)
            expect(wait).toBeGreaterThanOrEqual(full * 0.8)
            expect(wait).toBeLessThanOrEqual(full + 500)
          }
          expect(waits().length).toBeGreaterThanOrEqual(5)
          await bench.conversions.dispose()
        }
      ),
      { numRuns: 20 }
    )
  })

  it('ends with the conversion and reports it once', async () => {
    await watch(1)
    await bench.pass(20_000)
    bench.answer = () => message(1, settled)
    await bench.pass(2_000_000, 1000)
    expect(bench.noticed).toHaveLength(1)
    expect(bench.noticed[0]).toMatchObject({
      statusBefore: 'CREATED',
      row: { id: idOf(1), status: 'SETTLED', end: 'settled', watching: false, nextAt: null }
    })
    expect(bench.row(1)).toMatchObject({ underway: false, endedAt: settled.settled_at })
    expect(bench.clock.waiting).toBe(0)
  })

  it('uses times instead of the status name', async () => {
    bench.answer = () => message(1, { status: 'A_NEW_NAME', cancelled_at: settled.settled_at })
    await watch(1)
    expect(bench.row(1)).toMatchObject({ underway: false, end: 'cancelled', watching: false })
    bench.answer = () => message(2, { status: 'SETTLED' })
    await watch(2)
    expect(bench.row(2)).toMatchObject({ underway: true, watching: true })
  })

  it('reports a change and polls sooner', async () => {
    await watch(1)
    await bench.pass(80_000)
    const before = bench.asked.length
    bench.answer = () => message(1, { status: 'PENDING' })
    await bench.pass(90_000)
    expect(bench.noticed.map(({ row }) => row.status)).toEqual(['PENDING'])
    expect(waits().slice(before)).toContain(5000)
  })

  it.each(['rest.scope', 'rest.forbidden', 'rest.refused', 'rest.id'])(
    'stops for good at %s, with a reason',
    async (code) => {
      await watch(1)
      bench.answer = () => refuse(code)
      await bench.pass(2_000_000, 1000)
      expect(bench.asked).toHaveLength(2)
      expect(bench.row(1)).toMatchObject({ watching: false, trouble: `Refused: ${code}.` })
      expect(bench.noticed).toMatchObject([
        { failure: `Refused: ${code}.`, row: { id: idOf(1), watching: false } }
      ])
      bench.disconnect()
      bench.connect()
      await bench.pass(600_000, 1000)
      expect(bench.asked).toHaveLength(2)
      bench.answer = () => message(1)
      await bench.conversions.watch([idOf(1)], true)
      await bench.pass(5000)
      expect(bench.asked).toHaveLength(3)
      expect(bench.row(1)).toMatchObject({ watching: true, trouble: null })
    }
  )

  it('retries a conversion that is temporarily unknown', async () => {
    await watch(1)
    bench.answer = () => refuse('rest.not-found')
    await bench.pass(300_000, 1000)
    expect(bench.row(1)).toMatchObject({ watching: true, trouble: 'Refused: rest.not-found.' })
    bench.answer = () => message(1)
    await bench.pass(300_000, 1000)
    expect(bench.row(1)).toMatchObject({ watching: true, trouble: null })
    bench.answer = () => refuse('rest.not-found')
    // Each answer restarts the time.
    await bench.pass(590_000, 1000)
    expect(bench.row(1)).toMatchObject({ watching: true })
    bench.answer = () => message(1, settled)
    await bench.pass(400_000, 1000)
    expect(bench.row(1)).toMatchObject({ end: 'settled', trouble: null })
    expect(bench.noticed).toMatchObject([{ failure: null }])
  })

  it('stops after ten minutes unknown, and reports it', async () => {
    await watch(1)
    bench.answer = () => refuse('rest.not-found')
    await bench.pass(2_000_000, 1000)
    expect(bench.row(1)).toMatchObject({ watching: false, trouble: 'Refused: rest.not-found.' })
    expect(bench.noticed).toMatchObject([{ failure: 'Refused: rest.not-found.' }])
    const { length } = bench.asked
    expect(length).toBeGreaterThan(5)
    await bench.pass(600_000, 1000)
    expect(bench.asked).toHaveLength(length)
  })

  it('pauses for another service and resumes', async () => {
    await watch(1)
    await bench.pass(5000)
    const { length } = bench.asked
    bench.answer = () => refuse('rest.not-found')
    bench.connect('desk/elsewhere')
    await bench.pass(900_000, 1000)
    expect(bench.asked).toHaveLength(length)
    expect(bench.conversions.state).toMatchObject({ profileId: 'desk', count: 0, watched: 0 })
    bench.answer = () => message(1, settled)
    bench.connect('desk')
    await bench.pass(20_000)
    expect(bench.row(1)).toMatchObject({ end: 'settled' })
  })

  it.each([
    ['rest.service', true],
    ['network.timeout', true],
    ['rest.unauthorised', false],
    ['rest.malformed', false]
  ])('waits for %s and shows the reason', async (code, retryable) => {
    await watch(1)
    bench.answer = () => refuse(code, retryable)
    await bench.pass(40_000)
    expect(bench.row(1)).toMatchObject({ watching: true, trouble: `Refused: ${code}.` })
    bench.answer = () => message(1, settled)
    await bench.pass(300_000, 1000)
    expect(bench.row(1)).toMatchObject({ end: 'settled', trouble: null })
  })

  it('polls once after being stopped and restarted', async () => {
    await watch(1)
    let release = () => {}
    bench.answer = () => new Promise((resolve) => (release = () => resolve(message(1))))
    await bench.pass(5000)
    await bench.conversions.watch([idOf(1)], false)
    await bench.conversions.watch([idOf(1)], true)
    release()
    bench.answer = () => message(1)
    const { length } = bench.asked
    await bench.pass(40_000)
    expect(waits().slice(length)).toEqual([10_000, 20_000])
    expect(bench.asked).toHaveLength(length + 3)
  })

  it('honors the back-off and spreads requests afterwards', async () => {
    await watch(1, 2, 3, 4, 5, 6)
    const before = bench.asked.length
    bench.held = 60_000
    for (let left = 60_000; left > 0; left -= 500) {
      bench.held = left
      await bench.pass(500)
    }
    expect(bench.asked).toHaveLength(before)
    bench.held = 0
    bench.maxInFlight = 0
    await bench.pass(20_000)
    expect(new Set(bench.asked.slice(before).map(({ id }) => id)).size).toBe(6)
    expect(bench.maxInFlight).toBeLessThanOrEqual(2)
  })

  it('runs only while connected, and resumes with the next connection', async () => {
    await watch(1)
    bench.disconnect('desk')
    await bench.pass(60_000)
    expect(bench.asked).toHaveLength(1)
    expect(bench.clock.waiting).toBeLessThanOrEqual(1)
    expect(bench.row(1)).toMatchObject({ watching: true, nextAt: null })
    bench.connect('other')
    await bench.pass(60_000)
    expect(bench.asked).toHaveLength(1)
    expect(bench.rows).toEqual([])
    bench.connect('desk')
    await bench.pass(5050)
    expect(bench.asked).toHaveLength(2)
  })

  it('drops answers of an ended connection', async () => {
    await watch(1)
    let release = () => {}
    bench.answer = () => new Promise((resolve) => (release = () => resolve(message(1, settled))))
    await bench.pass(5000)
    expect(bench.underWay).toBe(1)
    bench.connect('other')
    release()
    await bench.answered()
    expect(bench.noticed).toEqual([])
    bench.answer = () => message(1)
    bench.connect('desk')
    expect(bench.row(1)).toMatchObject({ status: 'CREATED' })
  })

  it('ignores removed conversions', async () => {
    await watch(1)
    let release = () => {}
    bench.answer = () => new Promise((resolve) => (release = () => resolve(message(1, settled))))
    await bench.pass(5000)
    await bench.conversions.remove([idOf(1)])
    release()
    await bench.pass(600_000, 1000)
    expect(bench.rows).toEqual([])
    expect(bench.noticed).toEqual([])
    expect(bench.asked).toHaveLength(2)
  })

  it('runs at most two requests at once', async () => {
    await watch(...Array.from({ length: 60 }, (_, index) => index + 1))
    bench.maxInFlight = 0
    await bench.pass(30_000)
    expect(bench.maxInFlight).toBe(2)
    expect(new Set(bench.asked.slice(60).map(({ id }) => id)).size).toBe(60)
  })
})
