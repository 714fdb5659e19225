/**
 * Bundles of evidence from random recordings: each verifies, and a change of any byte of a small file, or of 10,000 random
 * ones of a large file, is noticed both by Leadline's own checks and by verify.py: `npm run soak -- evidence [--bundles N] [--changes N] [--from SEED]`.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { run } from '../../scripts/setup/run.mjs'

const { values } = parseArgs({
  options: {
    bundles: { type: 'string', default: '200' },
    changes: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1000' }
  },
  allowPositionals: true
})
const { code } = await run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/unit/engine/recording/evidence'],
  {
    show: true,
    env: {
      ...process.env,
      LEADLINE_EVIDENCE_BUNDLES: values.bundles,
      LEADLINE_EVIDENCE_CHANGES: values.changes,
      LEADLINE_EVIDENCE_SEED: values.from
    }
  }
)
process.exitCode = code
