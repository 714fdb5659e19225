import { startChild } from '../child.mjs'
import { figure, judged, median } from '../report.mjs'

const feedOf = { markets: 10, levels: 1000, messages: 20_000, trades: 0.1 }

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function recordingInMain(workshop) {
  const name = 'recording each frame, beside the whole hub, in P'
  workshop.report(name)
  const feed = await workshop.feed(feedOf)
  const { recorded = [], hub = [], parse = [] } = await workshop.books(feed, ['parse', 'hub', 'recorded'])
  const ratio = median(recorded.map((value, round) => (value - (hub[round] ?? NaN)) / (parse[round] ?? NaN)))
  return {
    rows: [judged({ id: '15', name, ratio, limit: 0.05, stretch: 0.02, direction: 'most' })],
    notes: [
      'Goal 15: copying the frame into a chunk, and the structured clone of each chunk; the way to the other process is not included.'
    ]
  }
}

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function logSize(workshop) {
  const name = 'the log, in bytes a message'
  workshop.report(name)
  const feed = await workshop.feed(feedOf)
  const child = startChild(await workshop.module('recording/log'))
  try {
    const { frame, bytes, microseconds } = await child.ask('write', feed)
    return {
      rows: [judged({ id: '16', name, ratio: bytes, limit: 60, stretch: 40, direction: 'most' })],
      information: [
        ['a frame of that feed', `${figure(frame)} bytes`],
        ['writing it, processor time of the recorder', `${figure(microseconds)} µs a message`]
      ]
    }
  } finally {
    child.end()
  }
}
