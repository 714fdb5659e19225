import { startChild } from '../child.mjs'
import { figure, judged } from '../report.mjs'

const feedOf = { markets: 10, levels: 1000, messages: 200_000, trades: 0.1 }

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function sealing(workshop) {
  const size = 'the log as Parquet, in bytes a message'
  const memory = 'sealing, in MB of memory'
  workshop.report(size)
  const feed = await workshop.feed(feedOf)
  const module = await workshop.module('recording/parquet')
  const [recorder, sealer] = [startChild(module), startChild(module)]
  try {
    const recorded = await recorder.ask('record', feed)
    const { bytes, microseconds, megabytes } = await sealer.ask('seal', recorded)
    const total = Object.values(bytes).reduce((sum, each) => sum + each)
    return {
      rows: [
        judged({ id: '16', name: size, ratio: total, limit: 35, stretch: 22, direction: 'most' }),
        judged({ id: '17', name: memory, ratio: megabytes, limit: 400, direction: 'most' })
      ],
      information: [
        ...Object.entries(bytes).map(
          ([table, each]) =>
            /** @type {[string, string]} */ ([`table ${table}`, `${figure(each)} bytes a message`])
        ),
        ['sealing, processor time', `${figure(microseconds)} µs a message`]
      ]
    }
  } finally {
    recorder.end()
    sealer.end()
  }
}
