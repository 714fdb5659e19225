/**
 * Seeded schedules of faults against a desk of real processes: `npm run soak -- feed-chaos [--count N] [--from SEED]
 * [--seed SEED] [--at-once N] [--minutes N] [--relays]`. `--seed` replays one schedule and prints what happened; with
 * `--short`, one of the integration test. Servers of a cluster are cut off by network namespaces, which needs root; without
 * it, or with `--relays`, by programs between them. Needs Debian's nats-server.
 */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    relays: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '3' },
    minutes: { type: 'string', default: '120' }
  },
  allowPositionals: true
})
const program = await bundle('tests/chaos/feed/child.ts', 'soak/feed-chaos-child')
const entry = await bundle('tests/chaos/feed/index.ts', 'soak/feed-chaos', ['pdfkit'])
const { runFeedChaos, feedScheduleFor, describeSchedule } = await import(pathToFileURL(entry).href)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

/** @param {number} seed */
const scheduleOf = (seed) => feedScheduleFor(seed, values.short ? 'short' : 'long')

/** @param {number} seed */
async function run(seed) {
  const result = await runFeedChaos(scheduleOf(seed), program, !values.relays)
  if (result.faults.length > 0)
    console.log(
      [
        `FAILED: ${describeSchedule(scheduleOf(seed))}`,
        ...result.log.map((/** @type {string} */ line) => `    ${line}`),
        ...result.faults.map((/** @type {string} */ fault) => `  fault at ${fault}`),
        `  Replay it with: npm run soak -- feed-chaos --seed ${seed}`
      ].join('\n')
    )
  return result
}

if (values.seed !== undefined) {
  console.log(describeSchedule(scheduleOf(Number(values.seed))))
  const { log, ...result } = await run(Number(values.seed))
  if (result.faults.length === 0) console.log(log.join('\n'))
  console.log(JSON.stringify(result, null, 2))
  process.exit(result.faults.length > 0 ? 1 : 0)
}

const first = Number(values.from)
const count = Number(values.count)
const began = performance.now()
const isOver = () => performance.now() - began > Number(values.minutes) * 60_000
const results = []
let next = first

async function lane() {
  while (next < first + count && !isOver()) {
    results.push(await run(next++))
    if (results.length % 10 === 0) console.log(`${results.length} of ${count} schedules`)
  }
}

/** @param {readonly string[]} kinds */
function countsOf(kinds) {
  const counts = new Map()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].sort()
}

await Promise.all(Array.from({ length: Number(values['at-once']) }, lane))
const failed = results.filter(({ faults }) => faults.length > 0)
console.log(`${results.length - failed.length} of ${results.length} schedules passed (${count} wanted)`)
for (const [way, count] of countsOf(results.flatMap(({ cutBy }) => cutBy ?? [])))
  console.log(`  ${count} with a cluster, whose servers were cut off by ${way}`)
const steps = countsOf(results.flatMap((each) => each.steps))
for (const [kind, count] of steps) console.log(`  ${String(count).padStart(4)} ${kind}`)
console.log('until all seats were live again, where no other fault overlapped:')
/** @type {{ readonly kind: string, readonly milliseconds: number }[]} */
const times = results.flatMap((each) => each.times)
for (const [kind, count] of countsOf(times.map((each) => each.kind))) {
  const sorted = times
    .filter((each) => each.kind === kind)
    .map(({ milliseconds }) => milliseconds / 1000)
    .sort((one, other) => one - other)
  console.log(
    `  ${kind}: ${count} times, p50 ${sorted[count >> 1].toFixed(1)} s, max ${sorted.at(-1).toFixed(1)} s`
  )
}
const compared = results.reduce((sum, each) => sum + each.compared, 0)
const maxWrong = Math.max(0, ...results.map((each) => each.maxWrong))
console.log(
  `${compared} live books compared; the longest that one was shown after it had changed: ${Math.round(maxWrong)} ms`
)
const lost = results.reduce((sum, each) => sum + each.leasesLost, 0)
console.log(`${lost} leases lost by leaders that ran`)
console.log(
  `the worst delay of a timer: ${Math.round(Math.max(0, ...results.map((each) => each.maxLate)))} ms`
)
if (failed.length > 0) console.log(`Failed: ${failed.map(({ seed }) => seed).join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
