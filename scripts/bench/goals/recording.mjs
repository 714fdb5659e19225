import { startChild } from '../child.mjs'
import { figure, judged, median } from '../report.mjs'

const feedOf = { markets: 10, levels: 1000, messages: 20_000, trades: 0.1 }

/**
 * @typedef {{ items: number, log: number, keyframes: number, trades: number, heat: number, logMicroseconds: number,
 *   keyframeMicroseconds: number, megabytes: number }} Recorded
 */

/** Rounds of the feed: half a minute or two minutes of recording at 5,000 messages a second. */
const rounds = { quick: 8, full: 30 }
const seeks = 200

/** @param {number[]} values */
const p95 = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? NaN

/**
 * Goals 14, 16, 17 and 18 share a recording.
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function recordingAndReplay(workshop) {
  workshop.report('recording with keyframes')
  const feed = await workshop.feed(feedOf)
  const child = startChild(await workshop.module('recording/replay'))
  try {
    /** @type {Recorded} */
    const recorded = await child.ask('record', {
      ...feed,
      rounds: workshop.quick ? rounds.quick : rounds.full
    })
    const rows = []
    for (const drawn of [1, 10]) {
      const name = `seek among ten books at 5,000 messages a second, ${drawn} drawn, p95 in ms`
      workshop.report(name)
      /** @type {number[]} */
      const taken = await child.ask('seek', { count: seeks, drawn })
      rows.push(judged({ id: '14', name, ratio: p95(taken), limit: 100, stretch: 30, direction: 'most' }))
    }
    const name = 'replay through hub and publisher, in thousand messages a second'
    workshop.report(name)
    const speeds = []
    for (let round = 0; round < 5; round++) speeds.push((await child.ask('play')) / 1000)
    rows.push(
      judged({
        id: '16',
        name: 'the log, in bytes a message',
        ratio: recorded.log,
        limit: 60,
        stretch: 40,
        direction: 'most'
      }),
      judged({
        id: '17',
        name: 'the recorder, in MB',
        ratio: recorded.megabytes,
        limit: 250,
        stretch: 120,
        direction: 'most'
      }),
      judged({ id: '18', name, ratio: median(speeds), limit: 250, stretch: 1000, direction: 'least' })
    )
    return {
      rows,
      information: [
        ['keyframes beside the log', `${figure(recorded.keyframes)} bytes a message`],
        ['trades beside the log', `${figure(recorded.trades)} bytes a message`],
        ['heat beside the log', `${figure(recorded.heat)} bytes a message`],
        [
          'log, keyframes, trades and heat',
          `${figure(recorded.log + recorded.keyframes + recorded.trades + recorded.heat)} bytes a message`
        ],
        [
          'writing the log, processor time of the recorder',
          `${figure(recorded.logMicroseconds)} µs a message`
        ],
        [
          'keyframes, trades and heat, processor time of the recorder',
          `${figure(recorded.keyframeMicroseconds)} µs a message`
        ]
      ],
      notes: [
        'Goal 14: what is drawn has the trades and candles that a seek reads at once, some fifty thousand trades. Goal 17: the largest resident size of the process, with the feed that it records.'
      ]
    }
  } finally {
    await child.ask('end')
    child.end()
  }
}
