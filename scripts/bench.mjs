import { engineGoals } from './bench/goals/index.mjs'
import { runningDesk } from './bench/goals/desk.mjs'
import { lightDesk } from './bench/goals/light.mjs'
import { recordingInMain } from './bench/goals/recording-in-main.mjs'
import { startUp } from './bench/goals/start-up.mjs'
import { goalNumbers, parseBenchOptions } from './bench/options.mjs'
import { ensurePeers } from './bench/peers.mjs'
import { againstLimits, results, summary, table } from './bench/report.mjs'
import { openWorkshop } from './bench/workshop.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { hasDisplay } from './setup/display.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { callerFolder } from './setup/options.mjs'
import { writeJson } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll } from './setup/run.mjs'
import { progress, runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

const usage = `Usage: npm run bench -- [options]

  --only 1,2,5    these goals alone, of ${goalNumbers.join(', ')}; only 10, 11, 15 and 19 need Electron
  --quick         fewer rounds, four minutes at most
  --json FILE     write the results to FILE as well`

const clockNote =
  'Rounds are taken by the clock, or by the processor time of the process where that is less: on a busy machine the clock counts others as well.'

/** @typedef {import('./bench/report.mjs').Findings} Findings */

/**
 * A goal that cannot be measured must not cost what was measured of the others.
 * @param {string} label
 * @param {(report: (text: string) => void) => Promise<Findings>} measure
 * @returns {Promise<Findings & { failed?: true }>}
 */
async function step(label, measure) {
  const shown = progress(label)
  try {
    const findings = await measure(shown.update)
    shown.done('measured')
    return findings
  } catch (error) {
    shown.failed()
    const reason = error instanceof Error ? error.message : String(error)
    return { rows: [], notes: [`${label}: NOT MEASURED. ${reason}`], failed: true }
  }
}

/** @param {{ only: number[], quick: boolean }} options */
async function measureEngine({ only, quick }) {
  const goals = engineGoals.filter(({ number, also = [] }) =>
    [number, ...also].some((one) => only.includes(one))
  )
  if (goals.length === 0) return []
  checkNodeVersion()
  await ensureDependencies()
  if (goals.some(({ packages }) => packages)) await ensurePeers()
  const workshop = openWorkshop({ quick })
  try {
    const findings = []
    for (const { number, title, measure } of goals) {
      findings.push(await step(`Goal ${number}, ${title}`, (report) => measure({ ...workshop, report })))
    }
    return findings
  } finally {
    workshop.close()
  }
}

/** @param {{ only: number[], quick: boolean }} options */
async function measureApp({ only, quick }) {
  if (![10, 11, 15, 19].some((number) => only.includes(number))) return []
  const runtime = await prepare({ programs: process.platform === 'linux' || !hasDisplay() ? ['Xvfb'] : [] })
  const findings = []
  if (only.includes(10))
    findings.push(await step('Goal 10, the desk', (report) => runningDesk(runtime, { quick, report })))
  if (only.includes(11))
    findings.push(
      await step('Goal 11, start-up', (report) => startUp(runtime, { rounds: quick ? 5 : 15, report }))
    )
  if (only.includes(15))
    findings.push(await step('Goal 15, recording', (report) => recordingInMain(runtime, { quick, report })))
  if (only.includes(19))
    findings.push(await step('Goal 19, light to run', (report) => lightDesk(runtime, { quick, report })))
  return findings
}

await runScript(async () => {
  const options = parseBenchOptions(process.argv.slice(2), callerFolder())
  if (options.kind === 'wrong') {
    process.stderr.write(`${options.sentence}\n\n${usage}\n`)
    return 2
  }
  const stopListening = onInterrupt(endAll)
  try {
    const findings = [...(await measureEngine(options)), ...(await measureApp(options))]
    const rows = findings.flatMap((finding) => finding.rows)
    const information = findings.flatMap((finding) => finding.information ?? [])
    if (information.length > 0) say(`\nMeasured beside the goals\n\n${table(information)}`)
    const how = options.quick
      ? 'quick: medians of 3 to 5 interleaved rounds'
      : 'medians of 15 interleaved rounds'
    say(`\nAgainst the limits (${how}; P is JSON.parse of the same frames)\n`)
    say(againstLimits(rows))
    say(`\n${summary(rows)}\n`)
    if (options.only.some((number) => number <= 5)) say(clockNote)
    for (const note of findings.flatMap(({ notes = [] }) => notes)) say(note)
    say('Goal 12, memory over a quarter of an hour: npm run soak -- desk.')
    if (options.json) writeJson(options.json, results(rows))
    return findings.some(({ failed }) => failed) ? 1 : 0
  } finally {
    stopListening()
  }
})
