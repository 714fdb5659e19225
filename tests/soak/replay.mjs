/**
 * Recordings made under chaos schedules of both test services: seeks to random instants against an oracle over the log,
 * and against straight play: `npm run soak -- replay [--instants N] [--of-each N] [--from SEED]`.
 */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    instants: { type: 'string', default: '1000' },
    'of-each': { type: 'string', default: '50' },
    from: { type: 'string', default: '5000' }
  },
  allowPositionals: true
})
const { runChaos } = await import(pathToFileURL(await bundle('tests/chaos/run.ts', 'chaos', ['pdfkit'])).href)
const instants = Number(values['of-each'])
const total = { instants: 0, books: 0, trades: 0, candles: 0 }
let failed = 0

for (let run = 0; total.instants < Number(values.instants); run++) {
  const service = run % 2 === 0 ? 'sandbox' : 'second'
  const seed = Number(values.from) + run
  const { faults, acts, sought } = await runChaos(seed, service, { instants }).catch((error) => ({
    faults: [String(error)],
    acts: [],
    sought: { instants, books: 0, trades: 0, candles: 0 }
  }))
  for (const name of Object.keys(total)) total[name] += sought[name]
  if (faults.length === 0) continue
  failed += 1
  console.log(`${service}, seed ${seed} FAILED\n  ${faults.join('\n  ')}\n  ${acts.join('\n  ')}`)
}
console.log(
  `${total.instants} instants: ${total.books} sides of books, ${total.trades} trades and ${total.candles} candles ` +
    `compared with the oracle; ${failed} recordings differ.`
)
process.exitCode = failed === 0 ? 0 : 1
