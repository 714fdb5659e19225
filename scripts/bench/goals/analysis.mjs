import { startChild } from '../child.mjs'
import { figure, judged, median } from '../report.mjs'

const feedOf = { markets: 1, levels: 1000, messages: 20_000, trades: 0.1 }
/** Of the feed, for five million rows; if quick, for a twentieth of them. */
const repeated = { quick: 3, full: 65 }

/** @type {[name: string, wanted: object][]} */
const reports = [
  ['spread', { kind: 'report', report: { kind: 'spread' } }],
  ['depth', { kind: 'report', report: { kind: 'depth' } }],
  ['cost of 100,000', { kind: 'report', report: { kind: 'cost', size: '100000', unit: 'quote' } }],
  ['cost of another size', { kind: 'report', report: { kind: 'cost', size: '50000', unit: 'quote' } }],
  ['VWAP and TWAP', { kind: 'report', report: { kind: 'average' } }],
  ['gaps', { kind: 'report', report: { kind: 'coverage' } }],
  [
    'half a day’s spread against the other half',
    { kind: 'report', report: { kind: 'spread' }, halves: true }
  ],
  ['fifty fills', { kind: 'fills', count: 50 }],
  ['five hundred fills', { kind: 'fills', count: 500 }]
]

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function analysis(workshop) {
  workshop.report('recording a market day')
  const feed = await workshop.feed(feedOf)
  const child = startChild(await workshop.module('recording/analysis'))
  try {
    const rounds = workshop.quick ? repeated.quick : repeated.full
    /** @type {{ rows: number }} */
    const { rows } = await child.ask('record', { ...feed, rounds })
    /** @type {(wanted: object) => Promise<number>} */
    const timeOf = async (wanted) => {
      const taken = []
      for (let round = 0; round < (workshop.quick ? 3 : 5); round++)
        taken.push(await child.ask('time', wanted))
      return median(taken)
    }
    const findings = []
    let slowest = 0
    for (const [name, wanted] of reports) {
      workshop.report(name)
      const milliseconds = await timeOf(wanted)
      findings.push(
        judged({
          id: '21',
          name: `${name} of a market day of ${figure(rows / 1e6)} million rows, in s`,
          ratio: milliseconds / 1000,
          limit: 2,
          direction: 'most'
        })
      )
      workshop.report(`${name}, cancelled`)
      for (const share of [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]) {
        /** @type {number} */
        const ended = await child.ask('cancel', { ...wanted, after: share * milliseconds })
        slowest = Math.max(slowest, ended)
      }
    }
    workshop.report('past costs')
    const past = await child.ask('time', { kind: 'past' })
    workshop.report('ten thousand fills')
    const manyFills = await child.ask('time', { kind: 'fills', count: 10_000 })
    return {
      rows: [
        ...findings,
        judged({
          id: '21',
          name: 'a cancelled report ends, in ms',
          ratio: slowest,
          limit: 200,
          direction: 'most'
        })
      ],
      information: [
        ['the cost of a size at 288 moments of the day, read for the first time', `${figure(past / 1000)} s`],
        ['the costs of ten thousand fills, which play the whole day', `${figure(manyFills / 1000)} s`]
      ],
      ...(workshop.quick && { notes: ['Goal 21: quick, of a twentieth of the rows.'] })
    }
  } finally {
    await child.ask('end')
    child.end()
  }
}
