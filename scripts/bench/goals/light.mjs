import { pathToFileURL } from 'node:url'
import { bundle } from '../../bundle.mjs'
import { startDisplay } from '../../setup/display.mjs'
import { root } from '../../setup/paths.mjs'
import { figure, judged, median } from '../report.mjs'

/**
 * Shares of one core, from `tests/perf/desk/light.ts`.
 * @typedef {{ main: number, renderer: number, gpu: number, others: number }} Shares
 * @typedef {'full' | '30' | '15' | 'records' | 'hidden'} Phase
 * @typedef {{ desk: Record<Phase, Shares>, reader: number, bare: Shares, messages: number }} Round
 * @typedef {(
 *   electron: object,
 *   request: { root: string, executable: string, rate: number, rounds: number, milliseconds: number },
 *   report: (text: string) => void
 * ) => Promise<Round[]>} Measure
 */

/** @param {number} share */
const percent = (share) => `${figure(share * 100)} % of a core`

/**
 * Processor time of one window of eight panels.
 * @param {import('../../setup/runtime.mjs').Runtime} runtime
 * @param {{ quick: boolean, report: (text: string) => void }} options
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function lightDesk(runtime, { quick, report }) {
  const display = await startDisplay()
  const before = process.env['DISPLAY']
  try {
    process.env['DISPLAY'] = display.environment['DISPLAY']
    const { _electron } = await import('@playwright/test')
    const built = await bundle('tests/perf/desk/light.ts', 'bench/light', ['@playwright/test'])
    /** @type {{ measureLight: Measure }} */
    const { measureLight } = await import(pathToFileURL(built).href)
    const rounds = await measureLight(
      _electron,
      {
        root,
        executable: runtime.executable,
        rate: 900,
        rounds: quick ? 2 : 15,
        milliseconds: quick ? 4000 : 6000
      },
      report
    )
    return findings(rounds)
  } finally {
    if (before === undefined) delete process.env['DISPLAY']
    else process.env['DISPLAY'] = before
    display.stop()
  }
}

/**
 * @param {Round[]} rounds
 * @returns {import('../report.mjs').Findings}
 */
function findings(rounds) {
  /** @param {(round: Round) => number} of */
  const middle = (of) => median(rounds.map(of))
  const main = { limit: 2, stretch: 1.2 }
  const rows = [
    row(
      'main, in times of plain Node that reads the same stream',
      middle((one) => one.desk.full.main / one.reader),
      main
    ),
    row(
      'renderer at full rate, in times of a bare window',
      middle((one) => one.desk.full.renderer / one.bare.renderer),
      {
        limit: 1.3,
        stretch: 1.1
      }
    ),
    row(
      'renderer at 30 frames',
      middle((one) => one.desk['30'].renderer / one.bare.renderer),
      { limit: 0.65 }
    ),
    row(
      'renderer at 15 frames',
      middle((one) => one.desk['15'].renderer / one.bare.renderer),
      { limit: 0.325 }
    ),
    .../** @type {const} */ (['records', 'hidden']).map((phase) =>
      row(
        `${phase === 'hidden' ? 'hidden' : 'on a records view'}, all but main, in percent of a core`,
        middle(({ desk }) => (desk[phase].renderer + desk[phase].gpu + desk[phase].others) * 100),
        { limit: 2 }
      )
    )
  ]
  const phases = /** @type {const} */ (['full', '30', '15', 'records', 'hidden'])
  const information = [
    ...phases.flatMap((phase) =>
      /** @type {const} */ (['main', 'renderer', 'gpu', 'others']).map((kind) => [
        `the desk, ${phase}: ${kind}`,
        percent(middle(({ desk }) => desk[phase][kind]))
      ])
    ),
    ['plain Node on the same stream', percent(middle(({ reader }) => reader))],
    ['bare window: renderer', percent(middle(({ bare }) => bare.renderer))],
    ['bare window: gpu', percent(middle(({ bare }) => bare.gpu))],
    ['received by plain Node', `${figure(middle(({ messages }) => messages))} messages a second`]
  ]
  const notes = [
    'Goal 19, hidden: Playwright makes a page believe that it is shown, so the window and the GPU process do more than when it is hidden without Playwright (all but main then take 1.7 % of a core).'
  ]
  return { rows, information, notes }
}

/**
 * @param {string} name
 * @param {number} ratio
 * @param {{ limit: number, stretch?: number }} limits
 */
const row = (name, ratio, limits) => judged({ id: '19', name, ratio, ...limits, direction: 'most' })
