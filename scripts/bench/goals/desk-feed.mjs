import { pathToFileURL } from 'node:url'
import { bundle } from '../../bundle.mjs'
import { figure, judged, median } from '../report.mjs'

/**
 * From `tests/perf/desk-feed/measure.ts`: milliseconds, and microseconds of processor time a message.
 * @typedef {{ messages: number, bytes: number, added: { p50: number, p99: number }, collector: number, direct: number, server: number, seat: number }} Round
 */

const seats = 8
const rate = 5000

/**
 * One collector and eight seats at 5,000 messages a second, and a direct socket of the same stream.
 * @param {import('../workshop.mjs').Workshop & { report: (text: string) => void }} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function deskFeed({ quick, report }) {
  const programs = {
    seats: await bundle('tests/perf/desk-feed/seats.ts', 'bench/desk-seats'),
    direct: await bundle('tests/perf/desk-feed/direct.ts', 'bench/desk-direct')
  }
  const built = await bundle('tests/perf/desk-feed/measure.ts', 'bench/desk-feed', ['pdfkit'])
  const { measureDesk } = await import(pathToFileURL(built).href)
  const request = { seats, rate, seconds: quick ? 5 : 15, rounds: quick ? 2 : 5, programs }
  /** @type {Round[]} */
  const rounds = await measureDesk(request, report)
  /** @param {(round: Round) => number} of */
  const middle = (of) => median(rounds.map(of))
  return {
    rows: [
      judged({
        id: '20',
        name: 'messages a second that arrive by the feed and by a direct socket',
        ratio: Math.min(...rounds.map(({ messages }) => messages)),
        limit: 0.98 * rate,
        direction: 'least'
      }),
      judged({
        id: '20',
        name: `added latency next to a direct socket, with ${seats} seats, p99, in ms`,
        ratio: middle(({ added }) => added.p99),
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
      ['bytes a message', figure(middle(({ bytes }) => bytes))],
      ['added latency next to a direct socket, p50', `${figure(middle(({ added }) => added.p50))} ms`],
      [
        'processor time of the collector, in times of a bare socket',
        figure(middle(({ collector, direct }) => collector / direct))
      ],
      ['processor time of a bare socket a message', `${figure(middle(({ direct }) => direct))} us`],
      ['processor time of the server a message', `${figure(middle(({ server }) => server))} us`],
      ['processor time of a seat a message', `${figure(middle(({ seat }) => seat))} us`]
    ]
  }
}
