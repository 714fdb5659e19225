/**
 * Kills of the recorder and of the app that feeds it, and of sealing, retention and a move at every third step, then an
 * hour of recording with limits that turn it over:
 * `npm run soak -- recording [--kills N] [--minutes N] [--rate N]`.
 */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' }
  },
  allowPositionals: true
})
/** What the recorder promises; the soak may be on a busy machine. */
const maxLost = 1000
const say = (/** @type {string} */ text) => console.log(text)

const recorder = await bundle('electron/main/recording/process.ts', 'soak/recorder')
const app = await bundle('tests/integration/recording/feeding-app.ts', 'soak/feeding-app')
const load = async (/** @type {string} */ entry, /** @type {string} */ name) =>
  import(pathToFileURL(await bundle(entry, name)).href)

const { killRecordings } = await load('tests/integration/recording/kills.ts', 'soak/recording-kills')
const killed = await killRecordings({
  app,
  recorder,
  kills: Number(values.kills),
  seed: Number(values.seed),
  say
})
for (const fault of killed.faults) say(fault)
say(
  `${killed.kills} kills: ${killed.frames} frames in logs that verify, ${killed.keyframes} right keyframes, at most ${killed.maxLost} ms lost, ` +
    `${killed.maxLostBetween} ms besides the start of another recorder, ${killed.faults.length} faults.`
)

const child = await bundle('tests/integration/recording/parquet/tiers-child.ts', 'soak/tiers')
const { killAtSteps } = await load(
  'tests/integration/recording/parquet/stepped-kills.ts',
  'soak/stepped-kills'
)
const stepped = await killAtSteps({ child, every: 3, seed: Number(values.seed) })
for (const fault of stepped.faults) say(fault)
say(
  `${stepped.kills} kills in ${stepped.steps} steps of sealing and retention: ${stepped.faults.length} faults.`
)

const mover = await bundle('tests/integration/recording/move-child.ts', 'soak/move')
const { killMoves } = await load('tests/integration/recording/move-kills.ts', 'soak/move-kills')
const moves = await killMoves(mover, 3, Number(values.seed))
for (const fault of moves.faults) say(fault)
say(`${moves.kills} kills in ${moves.steps} steps of a move: ${moves.faults.length} faults.`)

const { recordForLong } = await load('tests/integration/recording/turnover.ts', 'soak/recording-turnover')
const turned =
  Number(values.minutes) > 0
    ? await recordForLong({
        recorder,
        minutes: Number(values.minutes),
        perSecond: Number(values.rate),
        say
      })
    : null
if (turned) {
  for (const fault of turned.faults) say(fault)
  say(
    `${values.minutes} minutes at ${values.rate}/s: ${turned.items} items recorded, turned over ${turned.turnovers.toFixed(1)} times, ` +
      `at most ${turned.maxBytes} of ${turned.budget} bytes, recorder ${turned.firstMegabytes} MB at first and ${turned.lastMegabytes} MB at the end, ` +
      `${turned.faults.length} faults.`
  )
}
const isGood =
  killed.faults.length + stepped.faults.length + moves.faults.length === 0 &&
  Math.max(killed.maxLost, killed.maxLostBetween) <= maxLost &&
  (turned?.faults.length ?? 0) === 0
process.exitCode = isGood ? 0 : 1
