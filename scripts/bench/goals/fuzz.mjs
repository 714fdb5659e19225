import { startChild } from '../child.mjs'
import { figure, judged } from '../report.mjs'

/** @typedef {{ mutated: number, mutatedFast: number, mutatedMarket: number, mismatches: string[] }} Outcome */

const seed = 20_260_105
const framesAtOnce = 20_000
const shownMismatches = 5

/**
 * @param {import('../child.mjs').Child} child
 * @param {{ wanted: number, milliseconds: number, report: (text: string) => void }} options
 */
async function mutate(child, { wanted, milliseconds, report }) {
  const end = performance.now() + milliseconds
  /** @type {Outcome} */
  const all = { mutated: 0, mutatedFast: 0, mutatedMarket: 0, mismatches: [] }
  for (let from = 0; all.mutated < wanted && performance.now() < end; from += framesAtOnce) {
    /** @type {Outcome} */
    const { mutated, mutatedFast, mutatedMarket, mismatches } = await child.ask('mutate', {
      seed,
      from,
      frames: framesAtOnce
    })
    all.mutated += mutated
    all.mutatedFast += mutatedFast
    all.mutatedMarket += mutatedMarket
    all.mismatches.push(...mismatches)
    report(`${all.mutated} of ${wanted} mutated frames`)
  }
  return all
}

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function fuzz(workshop) {
  const wanted = workshop.quick ? 100_000 : 1_000_000
  const child = startChild(await workshop.module('fuzz'))
  try {
    const { quick, milliseconds, report } = workshop
    const all = await mutate(child, { wanted, milliseconds: 2 * milliseconds, report })
    const feed = await workshop.feed({ markets: 10, levels: 1000, messages: 20_000, trades: 0.1 })
    /** @type {(what: string, ratio: number) => import('../report.mjs').Row} */
    const share = (what, ratio) =>
      judged({ id: '9', name: `share on the fast path: ${what}`, ratio, limit: 0.999, direction: 'least' })
    const rows = [
      judged({
        id: '9',
        name: quick
          ? `mismatches in ${all.mutated} mutated frames`
          : 'mismatches in a million mutated frames',
        ratio: all.mismatches.length,
        limit: 0,
        direction: 'most'
      }),
      share('the feed of the benchmark', await child.ask('shareOfFeed', feed)),
      share('the feed of the local sandbox', await child.ask('shareOfSandbox', { seed }))
    ]
    const percent = (/** @type {number} */ part) => `${figure((100 * part) / all.mutated)} %`
    return {
      rows,
      information: [
        ['mutated frames that were market messages still', percent(all.mutatedMarket)],
        ['mutated frames that the fast path took', percent(all.mutatedFast)]
      ],
      notes: [
        ...(quick ? ['Goal 9: quick, therefore fewer mutated frames than a million.'] : []),
        ...all.mismatches.slice(0, shownMismatches).map((mismatch) => `Goal 9: ${mismatch}`)
      ]
    }
  } finally {
    child.end()
  }
}
