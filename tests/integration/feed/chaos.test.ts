import { beforeAll, describe, expect, it } from 'vitest'
import { runFeedChaos } from '../../chaos/feed/run'
import { describeSchedule, feedScheduleFor, stepKinds } from '../../chaos/feed/schedule'
import { bundle } from '../../../scripts/bundle.mjs'

/** The long run is `npm run soak -- feed-chaos`; replay one of these with `-- feed-chaos --short --seed N`. */
const seeds = [238, 377, 453]
let program = ''

beforeAll(async () => {
  program = await bundle('tests/chaos/feed/child.ts', 'soak/feed-chaos-child')
})

describe.concurrent('a desk under chaos', () => {
  it.each(seeds)(
    'shows no wrong book as live, has one leader at a time and settles on the truth: seed %i',
    async (seed) => {
      const schedule = feedScheduleFor(seed, 'short')
      const { faults, log, compared } = await runFeedChaos(schedule, program)
      expect(faults, [describeSchedule(schedule), ...log].join('\n')).toEqual([])
      expect(compared).toBeGreaterThan(0)
    }
  )
})

it('has the same schedule for the same seed, and every kind of fault in 200 of them', () => {
  const schedules = Array.from({ length: 200 }, (_, index) => feedScheduleFor(index + 1))
  expect(schedules).toEqual(schedules.map(({ seed }) => feedScheduleFor(seed)))
  const found = new Set(schedules.flatMap(({ steps }) => steps.map(({ kind }) => kind)))
  expect([...found].sort()).toEqual([...stepKinds].sort())
})
