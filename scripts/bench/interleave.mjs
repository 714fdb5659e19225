import { startChild } from './child.mjs'

/**
 * @typedef {[bid: number, bidAmount: number, ask: number, askAmount: number]} Touch
 * @typedef {{ markets: string[], snapshots: string, messages: string, truth: Record<string, Touch>,
 *   meanBytes: number }} Feed
 * @typedef {{ name: string, module: string, settings?: Record<string, unknown> }} Contender `name` says which one
 * @typedef {Record<string, number[]>} Rounds nanoseconds of each round by contender
 */

/** The first rounds are for the compiler and for the first pages of memory. */
export const warmUp = 5
/** Of a quick run on a machine that is busy with other things. */
const fewestRounds = 3

/**
 * Each way to keep books has to end with the true ones; otherwise it was measured doing something else.
 * @param {string} name
 * @param {Record<string, Touch>} truth
 * @param {Record<string, Touch>} found
 */
export function assertTrue(name, truth, found) {
  for (const [market, touch] of Object.entries(truth)) {
    const other = found[market]
    if (!other || touch.some((value, index) => value !== other[index])) {
      throw new Error(
        `${name} ends with ${JSON.stringify(other)} as the best of ${market}, and ${JSON.stringify(touch)} is true.`
      )
    }
  }
}

/**
 * The same feed through each contender in turns, each in a process of its own. Who goes first changes from round to
 * round, so that whatever slows the machine meets all alike.
 * @param {Contender[]} contenders
 * @param {(contender: Contender) => Record<string, unknown>} load what each one is given
 * @param {{ rounds: number, milliseconds?: number, check?: (name: string, child: import('./child.mjs').Child) => Promise<void> }} options
 *   `milliseconds` ends the rounds early
 * @returns {Promise<Rounds>}
 */
export async function interleave(contenders, load, { rounds, milliseconds = Infinity, check }) {
  const children = contenders.map((contender) => ({ contender, child: startChild(contender.module) }))
  /** @type {Rounds} */
  const results = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  try {
    for (const { contender, child } of children) await child.ask('load', load(contender))
    const end = performance.now() + milliseconds
    for (let round = -warmUp; round < rounds; round += 1) {
      if (round >= fewestRounds && performance.now() > end) break
      const first = (round + warmUp) % children.length
      for (const { contender, child } of [...children.slice(first), ...children.slice(0, first)]) {
        const nanoseconds = await child.ask('round')
        if (round >= 0) results[contender.name]?.push(nanoseconds)
      }
    }
    if (check) for (const { contender, child } of children) await check(contender.name, child)
  } finally {
    for (const { child } of children) child.end()
  }
  return results
}
