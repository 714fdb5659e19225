import { interleave } from '../interleave.mjs'
import { figure, judged, median } from '../report.mjs'
import { ratioOf } from '../workshop.mjs'

const shallow = 10
const deep = 10_000

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function change(workshop) {
  const name = `a change at ${deep} levels, in times of one at ${shallow}`
  workshop.report(name)
  const module = await workshop.module('change')
  const messages = 20_000
  const feeds = {
    shallow: await workshop.feed({ markets: 1, levels: shallow, messages }),
    deep: await workshop.feed({ markets: 1, levels: deep, messages })
  }
  const taken = await interleave(
    [
      { name: 'shallow', module },
      { name: 'deep', module }
    ],
    (contender) => (contender.name === 'deep' ? feeds.deep : feeds.shallow),
    workshop
  )
  const ratio = ratioOf(taken['deep'], taken['shallow'])
  const information = [
    [`the book alone, a change at ${shallow} levels`, `${figure(median(taken['shallow'] ?? []))} ns`],
    [`the book alone, a change at ${deep} levels`, `${figure(median(taken['deep'] ?? []))} ns`]
  ]
  return {
    rows: [judged({ id: '5', name, ratio, limit: 1.2, stretch: 1.1, direction: 'most' })],
    information
  }
}
