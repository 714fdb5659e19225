/** Every test that kills or fails a disk step by step, at every step: `npm run soak -- steps`. */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { packaged } from '../../scripts/setup/run.mjs'

const files = ['kills', 'copy', 'list'].map((name) => `tests/unit/engine/records/statements/${name}.test.ts`)
const { status } = spawnSync(
  process.execPath,
  [packaged('vitest/vitest.mjs'), 'run', '--project', 'unit', ...files],
  { stdio: 'inherit', env: { ...process.env, LEADLINE_KILL_STRIDE: '1' } }
)
process.exitCode = status ?? 1
