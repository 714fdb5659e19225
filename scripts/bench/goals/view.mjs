import { interleave } from '../interleave.mjs'
import { figure, judged, median } from '../report.mjs'
import { ratioOf } from '../workshop.mjs'

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function viewFrame(workshop) {
  const name = 'a frame of 2 x 50 levels and 100 trades, post and receive, in times of cloned objects'
  workshop.report(name)
  const module = await workshop.module('view')
  const taken = await interleave(
    [
      { name: 'frame', module },
      { name: 'objects', module }
    ],
    (contender) => ({ kind: contender.name }),
    workshop
  )
  const ratio = ratioOf(taken['frame'], taken['objects'])
  const microseconds = (/** @type {string} */ kind) => `${figure(median(taken[kind] ?? []) / 1000)} µs`
  return {
    rows: [judged({ id: '8', name, ratio, limit: 1 / 28, stretch: 1 / 40, direction: 'most' })],
    information: [
      ['a view as our frame, posted and received', microseconds('frame')],
      ['the same view as cloned objects', microseconds('objects')]
    ]
  }
}
