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
  ['spread against another day', { kind: 'report', report: { kind: 'spread' }, against: true }],
  ['depth against another day', { kind: 'report', report: { kind: 'depth' }, against: true }],
  ['fifty fills', { kind: 'fills', count: 50 }],
  ['ten thousand fills', { kind: 'fills', count: 10_000 }]
]
/** Without a limit, but cancelled like them. */
const past = { kind: 'costs' }
const moments = 8

/**
 * The longest of a few cancelled runs, in ms, each at a random moment.
 * @param {import('../child.mjs').Child} child
 * @param {object} wanted
 * @param {number} milliseconds of a run
 */
async function cancelTime(child, wanted, milliseconds) {
  let longest = 0
  for (let moment = 0; moment < moments; moment++) {
    const after = ((moment + Math.random()) / moments) * milliseconds
    longest = Math.max(longest, await child.ask('cancel', { ...wanted, after }))
  }
  return longest
}

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
    const cancelled = []
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
      cancelled.push({ name, longest: await cancelTime(child, wanted, milliseconds) })
    }
    workshop.report('past costs')
    const pastTime = await child.ask('time', past)
    cancelled.push({ name: 'past costs', longest: await cancelTime(child, past, pastTime) })
    return {
      rows: [
        ...findings,
        ...cancelled.map(({ name, longest }) =>
          judged({
            id: '21',
            name: `${name}, from cancelling to the next work, in ms`,
            ratio: longest,
            limit: 200,
            direction: 'most'
          })
        )
      ],
      information: [
        [
          'the cost of a size at 288 moments of the day, read for the first time',
          `${figure(pastTime / 1000)} s`
        ]
      ],
      ...(workshop.quick && { notes: ['Goal 21: quick, of a twentieth of the rows.'] })
    }
  } finally {
    await child.ask('end')
    child.end()
  }
}
