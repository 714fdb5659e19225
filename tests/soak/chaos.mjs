/**
 * Seeded schedules of service faults against the engine over real sockets: `npm run soak -- chaos [--service
 * sandbox|second] [--count N] [--from SEED] [--seed SEED] [--factor N] [--at-once N]`. `--seed` replays one schedule
 * and prints each step.
 */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    service: { type: 'string', default: 'sandbox' },
    count: { type: 'string', default: '300' },
    from: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    factor: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '4' }
  },
  allowPositionals: true
})
const { runChaos } = await import(pathToFileURL(await bundle('tests/chaos/run.ts', 'chaos', ['pdfkit'])).href)
const factor = Number(values.factor)
const { service } = values

if (values.seed !== undefined) {
  const result = await runChaos(Number(values.seed), service, { factor })
  console.log(JSON.stringify(result, null, 2))
  process.exit(result.faults.length > 0 ? 1 : 0)
}

const first = Number(values.from)
const schedules = Number(values.count)
const total = {
  passed: 0,
  frames: 0,
  executions: 0,
  sockets: 0,
  cuts: 0,
  resyncs: 0,
  samples: 0,
  maxWrong: 0
}
const failed = []
let next = first

async function lane() {
  while (next < first + schedules) {
    const seed = next++
    const result = await runChaos(seed, service, { factor }).catch((error) => ({
      seed,
      faults: [String(error)],
      acts: []
    }))
    if (result.faults.length > 0) {
      failed.push(seed)
      console.log(`seed ${seed} FAILED\n  ${result.faults.join('\n  ')}\n  ${result.acts.join('\n  ')}`)
      continue
    }
    total.passed += 1
    for (const name of ['frames', 'executions', 'sockets', 'cuts', 'resyncs', 'samples'])
      total[name] += result[name]
    total.maxWrong = Math.max(total.maxWrong, result.maxWrong)
    if (total.passed % 10 === 0) console.log(`${total.passed} of ${schedules} schedules passed`)
  }
}

await Promise.all(Array.from({ length: Number(values['at-once']) }, lane))
console.log(
  `${total.passed} of ${schedules} schedules passed: ${total.frames} frames, ${total.executions} executions, ` +
    `${total.sockets} sockets, ${total.cuts} messages cut short, ${total.resyncs} resyncs, ${total.samples} books held beside the truth. The longest that ` +
    `a book was shown live while it differed: ${Math.round(total.maxWrong)} ms.`
)
if (failed.length > 0) {
  console.log(
    `Failed: ${failed.join(', ')}. Replay one with: npm run soak -- chaos --service ${service} --seed ${failed[0]}`
  )
  process.exit(1)
}
