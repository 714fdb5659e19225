import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkPages } from '../../../../chaos/pages-check'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems } from '../../../../integration/support/straight-play'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { zcat } from '../support'
import { chaosLog, market, other, writeAndSeal } from '../analysis/chaos-log'

/** So that a session ends within the log. */
const beforeMidnight = BigInt(Date.UTC(2026, 0, 5, 23, 50)) * 1_000_000n

test.each([4, 9])(
  'studies of a log made under chaos are those of fractions over its lines (seed %i)',
  async (seed) => {
    const folder = join(await freshFolder(), 'log')
    await writeAndSeal(folder, chaosLog(new FuzzRandom(seed), 1200, beforeMidnight))
    const lines = (await zcat(folder)).map((line) => line.split('\t'))
    // Enough to compare.
    expect(lines.filter(([, , , text]) => text!.includes('execution_data')).length).toBeGreaterThan(200)
    expect(await checkPages(folder, await loggedItems(folder), lines, [market, other])).toEqual([])
  }
)
