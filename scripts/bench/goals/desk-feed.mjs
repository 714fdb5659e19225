import { pathToFileURL } from 'node:url'
import { bundle } from '../../bundle.mjs'
import { figure, judged, median } from '../report.mjs'

/**
 * From `tests/perf/desk-feed/measure.ts`: milliseconds, and microseconds of processor time a message.
 * @typedef {{ messages: number, bytes: number, delays: { p50: number, p99: number }, collector: number, server: number, seat: number }} Round
 */

const seats = 8

/**
 * One collector and eight seats at 5,000 messages a second.
 * @param {import('../workshop.mjs').Workshop & { report: (text: string) => void }} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function deskFeed({ quick, report }) {
  const seatsProgram = await bundle('tests/perf/desk-feed/seats.ts', 'bench/desk-seats')
  const built = await bundle('tests/perf/desk-feed/measure.ts', 'bench/desk-feed', ['pdfkit'])
  const { measureDesk } = await import(pathToFileURL(built).href)
  const request = { seats, rate: 5000, seconds: quick ? 5 : 15, rounds: quick ? 2 : 5, seatsProgram }
  /** @type {Round[]} */
  const rounds = await measureDesk(request, report)
  /** @param {(round: Round) => number} of */
  const middle = (of) => median(rounds.map(of))
  return {
    rows: [
      judged({
        id: '20',
        name: `added latency to ${seats} seats, p99, in ms`,
        ratio: middle(({ delays }) => delays.p99),
        limit: 50,
        stretch: 20,
        direction: 'most'
      }),
      judged({
        id: '20',
        name: 'processor time of the collector a message, in us',
        ratio: middle(({ collector }) => collector),
        limit: 15,
        stretch: 8,
        direction: 'most'
      })
    ],
    information: [
      ['messages a second', figure(middle(({ messages }) => messages))],
      ['bytes a message', figure(middle(({ bytes }) => bytes))],
      ['added latency, p50', `${figure(middle(({ delays }) => delays.p50))} ms`],
      ['processor time of the server a message', `${figure(middle(({ server }) => server))} us`],
      ['processor time of each seat a message', `${figure(middle(({ seat }) => seat))} us`]
    ]
  }
}
