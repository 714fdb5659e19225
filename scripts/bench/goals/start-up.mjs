import { startDisplay } from '../../setup/display.mjs'
import { runtimeEnvironment } from '../../setup/runtime.mjs'
import { judged } from '../report.mjs'
import { measureStartUp } from '../start-up.mjs'

/** @param {{ name: string, marks: { process: string, name: string, at: number }[] }} peer */
const marksOf = ({ name, marks }) =>
  marks.map((mark) => [`${name}, ${mark.process}: ${mark.name}`, `${Math.round(mark.at)} ms`])

/**
 * @param {import('../../setup/runtime.mjs').Runtime} runtime
 * @param {{ rounds: number, report: (text: string) => void }} options
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function startUp(runtime, { rounds, report }) {
  const onOwnDisplay = process.platform === 'linux'
  const display = onOwnDisplay ? await startDisplay() : { environment: process.env, stop: () => {} }
  try {
    const environment = { ...display.environment, ...runtimeEnvironment(runtime) }
    const { own, again, empty } = await measureStartUp(runtime.executable, environment, rounds, report)
    return {
      rows: [
        judged({
          id: '11',
          name: 'start-up until the last layout and figures are painted, as a muted picture, in times of an empty window',
          ratio: again.ready / empty.ready,
          limit: 1.3,
          stretch: 1.15,
          direction: 'most'
        }),
        judged({
          id: '11',
          name: 'start-up until live figures are painted, in times of an empty window',
          ratio: own.ready / empty.ready,
          limit: 1.8,
          stretch: 1.5,
          direction: 'most'
        })
      ],
      information: [own, again, empty].flatMap(marksOf)
    }
  } finally {
    display.stop()
  }
}
