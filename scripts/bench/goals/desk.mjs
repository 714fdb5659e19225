import { pathToFileURL } from 'node:url'
import { bundle } from '../../bundle.mjs'
import { startDisplay } from '../../setup/display.mjs'
import { root } from '../../setup/paths.mjs'
import { figure, judged, median } from '../report.mjs'

/**
 * The results of `tests/perf/desk/run.ts`.
 * @typedef {{
 *   rounds: { desk: number, bare: number }[], loopDelay: number[], paint: number[], messages: number[],
 *   canvases: number, tradesSkipped: number
 * }} Measurement
 * @typedef {(
 *   electron: object,
 *   request: { root: string, executable: string, layout: 'desk' | 'charts', rate: number, rounds: number, milliseconds: number },
 *   report: (text: string) => void
 * ) => Promise<Measurement>} Measure
 * @typedef {(
 *   electron: object,
 *   request: { root: string, executable: string, rounds: number, milliseconds: number },
 *   report: (text: string) => void
 * ) => Promise<Pick<Measurement, 'rounds'>>} MeasurePan
 */

/** Of sixty a second, in milliseconds. */
const frame = 1000 / 60

/**
 * The running desk, four windows of eight panels, beside four windows that only repaint as many canvases; and one window of
 * eight charts with all studies, and a dragged chart of a year with 200 drawings, beside one.
 * @param {import('../../setup/runtime.mjs').Runtime} runtime
 * @param {{ quick: boolean, report: (text: string) => void }} options
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function runningDesk(runtime, { quick, report }) {
  const display = await startDisplay()
  const before = process.env['DISPLAY']
  try {
    // The launcher hands its own environment on to the apps.
    process.env['DISPLAY'] = display.environment['DISPLAY']
    const { _electron } = await import('@playwright/test')
    const built = await bundle('tests/perf/desk/run.ts', 'bench/desk', ['@playwright/test'])
    /** @type {{ measureDesk: Measure, measurePan: MeasurePan }} */
    const { measureDesk, measurePan } = await import(pathToFileURL(built).href)
    const rows = []
    const information = []
    const notes = []
    /** @type {['desk' | 'charts', number][]} */
    const cases = [
      ['desk', 5000],
      ...(quick ? [] : [/** @type {['desk', number]} */ (['desk', 20_000])]),
      ['charts', 5000]
    ]
    const shared = {
      root,
      executable: runtime.executable,
      rounds: quick ? 3 : 15,
      milliseconds: quick ? 4000 : 6000
    }
    for (const [layout, rate] of cases) {
      const taken = await measureDesk(_electron, { ...shared, layout, rate }, report)
      const desk = median(taken.rounds.map((round) => round.desk))
      const bare = median(taken.rounds.map((round) => round.bare))
      const ratio = median(taken.rounds.map((round) => round.desk / round.bare))
      // The stretch of all four is that they hold at 20 000 messages a second as well.
      const what = layout === 'charts' ? 'one window of eight charts with all studies, ' : ''
      const at = `${what}${rate} messages a second`
      const loop = median(taken.loopDelay)
      const age = median(taken.paint) / frame
      rows.push(
        judged({
          id: '10',
          name: `frames, beside bare windows: ${at}`,
          ratio,
          limit: 0.95,
          direction: 'least'
        }),
        judged({
          id: '10',
          name: `main’s event-loop delay p99 in ms: ${at}`,
          ratio: loop,
          limit: 10,
          direction: 'most'
        }),
        judged({
          id: '10',
          name: `age at paint p99 in frames: ${at}`,
          ratio: age,
          limit: 3,
          direction: 'most'
        }),
        judged({
          id: '10',
          name: `trades that a window was not sent: ${at}`,
          ratio: taken.tradesSkipped,
          limit: 0,
          direction: 'most'
        })
      )
      information.push(
        [`the desk, ${at}`, `${figure(desk)} frames a second`],
        [`bare windows with ${taken.canvases} canvases`, `${figure(bare)} frames a second`],
        [`received, ${at}`, `${figure(median(taken.messages))} messages a second`]
      )
    }
    const dragged = await measurePan(_electron, shared, report)
    rows.push(
      judged({
        id: '10',
        name: 'frames, beside bare windows: a chart of a year with 200 drawings is dragged',
        ratio: median(dragged.rounds.map((round) => round.desk / round.bare)),
        limit: 0.95,
        direction: 'least'
      })
    )
    notes.push(
      'Goal 10: the medians of the seconds for loop delay and age at paint. While the bare windows are measured, the desk is hidden and the service rests.'
    )
    return { rows, information, notes }
  } finally {
    if (before === undefined) delete process.env['DISPLAY']
    else process.env['DISPLAY'] = before
    display.stop()
  }
}
