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
    const { own, empty, ratio } = await measureStartUp(runtime.executable, environment, rounds, report)
    const name = 'start-up, in times of an empty window'
    return {
      rows: [judged({ id: '11', name, ratio, limit: 1.8, stretch: 1.5, direction: 'most' })],
      information: [...marksOf(own), ...marksOf(empty)]
    }
  } finally {
    display.stop()
  }
}
