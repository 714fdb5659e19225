import { figure, judged } from '../report.mjs'
import { ratioOf } from '../workshop.mjs'

/** @typedef {import('../report.mjs').Findings} Findings */
/** @typedef {import('../workshop.mjs').Workshop} Workshop */

const levels = 1000
const messages = 20_000

/** @param {number} count */
const marketsOf = (count) => `${count} market${count === 1 ? '' : 's'}`

/**
 * @param {Workshop} workshop
 * @returns {Promise<Findings>}
 */
export async function decodeAndApply(workshop) {
  const rows = []
  for (const [kind, trades] of /** @type {const} */ ([
    ['updates', 0],
    ['mix', 0.1]
  ])) {
    for (const markets of [1, 10, 100]) {
      const name = `decode, apply, best bid and ask, in P: ${kind}, ${marketsOf(markets)}`
      workshop.report(name)
      const feed = await workshop.feed({ markets, levels, messages, trades })
      const { engine, parse } = await workshop.books(feed, ['parse', 'engine'])
      const ratio = ratioOf(engine, parse)
      rows.push(judged({ id: '1', name, ratio, limit: 0.18, stretch: 0.1, direction: 'most' }))
    }
  }
  return { rows }
}

/**
 * @param {Workshop} workshop
 * @returns {Promise<Findings>}
 */
export async function snapshots(workshop) {
  const name = `snapshot of ${levels} levels a side, in P`
  workshop.report(name)
  const feed = await workshop.feed({ markets: 10, levels, messages: 100, kind: 'snapshots' })
  const { engine, parse } = await workshop.books(feed, ['parse', 'engine'])
  const ratio = ratioOf(engine, parse)
  return { rows: [judged({ id: '2', name, ratio, limit: 0.15, stretch: 0.1, direction: 'most' })] }
}

/**
 * @param {Workshop} workshop
 * @returns {Promise<Findings>}
 */
export async function wholeHub(workshop) {
  const rows = []
  for (const markets of [1, 10, 100]) {
    const name = `the whole hub, in P: mix, ${marketsOf(markets)}`
    workshop.report(name)
    const feed = await workshop.feed({ markets, levels, messages, trades: 0.1 })
    const { hub, parse } = await workshop.books(feed, ['parse', 'hub'])
    rows.push(
      judged({ id: '3', name, ratio: ratioOf(hub, parse), limit: 0.28, stretch: 0.15, direction: 'most' })
    )
  }
  const notes = [
    'Goal 3: every message is read and applied to books, tape, candles of all intervals and statistics, and a listener is notified of each change, as the publisher is.'
  ]
  return { rows, notes }
}

const others = [
  ['engine', 'Leadline'],
  ['ccxt', 'JSON.parse and ccxt’s order book'],
  ['tree', 'JSON.parse and sorted-btree'],
  ['sorted', 'JSON.parse and a sorted array, searched by halving']
]

/**
 * @param {Workshop} workshop
 * @returns {Promise<Findings>}
 */
export async function againstOthers(workshop) {
  const rows = []
  const information = []
  for (const { markets, depth, limit, stretch } of [
    { markets: 10, depth: 1000, limit: 15, stretch: 20 },
    { markets: 2, depth: 10_000, limit: 65, stretch: 90 }
  ]) {
    const name = `JSON.parse and ccxt’s order book, in times of ours: ${depth} levels`
    workshop.report(name)
    const feed = await workshop.feed({ markets, levels: depth, messages })
    const taken = await workshop.books(feed, ['parse', ...others.map(([program = '']) => program)])
    const ratio = ratioOf(taken['ccxt'], taken['engine'])
    rows.push(judged({ id: '4', name, ratio, limit, stretch, direction: 'least' }))
    for (const [program = '', what = ''] of others) {
      information.push([`${what}, ${depth} levels`, `${figure(ratioOf(taken[program], taken['parse']))} P`])
    }
  }
  const notes = [
    'Goal 4: ccxt’s class comes from its own file (js/src/base/ws/OrderBook.js), since the package’s entry loads every exchange; it is the class that its streams use. Books of 10 000 levels are measured with 2 markets instead of 10: each round begins with fresh snapshots, and its book takes seconds for those.'
  ]
  return { rows, information, notes }
}
