import path from 'node:path'
import { bundle } from '../../bundle.mjs'
import { startDisplay } from '../../setup/display.mjs'
import { readJson, root } from '../../setup/paths.mjs'
import { run } from '../../setup/run.mjs'
import { sandboxArgs } from '../../setup/runtime.mjs'
import { figure, judged, median } from '../report.mjs'
import { openWorkshop } from '../workshop.mjs'

/**
 * From `tests/perf/recording/in-main.ts`, for each message.
 * @typedef {'nothing' | 'parsed' | 'recorded'} Way
 * @typedef {Record<Way, { microseconds: number, loopDelay: number }>} Round
 */

const rate = 5000

/**
 * Processor time of Electron's main process that records, with the app's recorder.
 * @param {import('../../setup/runtime.mjs').Runtime} runtime
 * @param {{ quick: boolean, report: (text: string) => void }} options
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function recordingInMain(runtime, { quick, report }) {
  report(`${rate} messages a second`)
  const workshop = openWorkshop({ quick })
  const display = await startDisplay()
  try {
    const { messages } = await workshop.feed({ markets: 10, levels: 1000, messages: 20_000, trades: 0.1 })
    const program = await bundle('tests/perf/recording/in-main.ts', 'bench/recording', ['electron'])
    const result = path.join(workshop.folder, 'recording.json')
    const request = {
      folder: path.join(workshop.folder, 'recording'),
      recorder: path.join(root, 'out/main/recorder.js'),
      messages,
      rate,
      rounds: workshop.rounds,
      milliseconds: quick ? 2000 : 3000
    }
    const outcome = await run(
      runtime.executable,
      [
        ...sandboxArgs(),
        path.join(root, 'tests/perf/empty-main'),
        `--program=${program}`,
        `--request=${JSON.stringify(request)}`,
        `--result=${result}`
      ],
      { env: display.environment, milliseconds: 10 * 60_000 }
    )
    const found = /** @type {{ rounds?: Round[], error?: string } | undefined} */ (readJson(result))
    if (!found?.rounds) throw new Error(found?.error ?? outcome.errors.trim().slice(-1000))
    return findings(found.rounds)
  } finally {
    display.stop()
    workshop.close()
  }
}

/**
 * @param {Round[]} rounds
 * @returns {import('../report.mjs').Findings}
 */
function findings(rounds) {
  /** @param {Way} way */
  const added = (way) => median(rounds.map((round) => round[way].microseconds - round.nothing.microseconds))
  const unit = added('parsed')
  /** @param {Way} way */
  const delay = (way) => `${figure(median(rounds.map((round) => round[way].loopDelay)))} ms`
  return {
    rows: [
      judged({
        id: '15',
        name: `recording in main, ${rate} messages a second, in P`,
        ratio: added('recorded') / unit,
        limit: 0.05,
        stretch: 0.02,
        direction: 'most'
      })
    ],
    information: [
      ['P at that rate', `${figure(unit)} µs a message`],
      ['loop delay p99 of main that only reads', delay('nothing')],
      ['loop delay p99 of main that records', delay('recorded')]
    ],
    notes: [
      'Goal 15: all threads of Electron’s main process, without a window. P is measured at the same rate, at which caches are cold: it is about twice that of frames parsed one after the other.'
    ]
  }
}
