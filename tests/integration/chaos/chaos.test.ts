import { describe, expect, it } from 'vitest'
import { runChaos } from '../../chaos/run'

/** The long run is `npm run soak -- chaos`; replay a seed with `-- chaos --service NAME --seed N`. */
const seeds = { sandbox: [1, 2, 3, 4, 5], second: [1, 3, 5] } as const
const runs = (['sandbox', 'second'] as const).flatMap((service) =>
  seeds[service].map((seed) => [service, seed] as const)
)

describe.concurrent('chaos', () => {
  it.each(runs)(
    'settles on the truth, loses no execution and leaks nothing: %s, seed %i',
    async (service, seed) => {
      const { faults, acts } = await runChaos(seed, service)
      expect(faults, acts.join('\n')).toEqual([])
    },
    // All of them share one process.
    400_000
  )
})
