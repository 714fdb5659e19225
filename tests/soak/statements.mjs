/**
 * Kills of a process that writes statements into an archive: `npm run soak -- statements [--kills N] [--longest MS]`.
 * After each SIGKILL the next start has to find every complete statement verified, none lost, and no debris.
 */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    // After the writer has begun.
    longest: { type: 'string', default: '900' }
  },
  allowPositionals: true
})
const writer = await bundle('tests/integration/statements-writer.ts', 'soak/statements-writer')
const built = await bundle('tests/integration/statements-kills.ts', 'soak/statements')
const { runKills } = await import(pathToFileURL(built).href)
const result = await runKills({
  writer,
  kills: Number(values.kills),
  longest: Number(values.longest),
  say: (text) => console.log(text)
})
for (const fault of result.faults) console.log(fault)
console.log(
  `${result.kills} kills, ${result.interrupted} of them in the middle of a statement: ${result.statements} statements ` +
    `with ${result.files} files are complete, and every one of them verifies; ${result.faults.length} faults.`
)
process.exitCode = result.faults.length > 0 || result.interrupted === 0 ? 1 : 0
