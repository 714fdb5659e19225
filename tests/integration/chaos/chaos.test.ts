import { describe, expect, it } from 'vitest'
import { runChaos } from '../../chaos/run'

/** The long run is `npm run soak -- chaos`; a seed that fails there is replayed with `-- chaos --seed N`. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

describe.concurrent('chaos', () => {
  it.each(seeds)(
    'settles on the truth, loses no execution and leaves nothing behind: seed %i',
    async (seed) => {
      const { faults, acts } = await runChaos(seed)
      expect(faults, acts.join('\n')).toEqual([])
    },
    120_000
  )
})
