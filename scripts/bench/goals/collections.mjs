import { startChild } from '../child.mjs'
import { peersFolder } from '../peers.mjs'
import { figure, judged } from '../report.mjs'

const programs = [
  { program: 'engine', what: 'frame reader and books' },
  { program: 'hub', what: 'the whole hub' },
  { program: 'parse', what: 'JSON.parse alone' }
]

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function collections(workshop) {
  const rows = []
  const information = []
  const wanted = workshop.quick ? 300_000 : 1_000_000
  const feed = await workshop.feed({ markets: 10, levels: 1000, messages: 20_000, trades: 0.1 })
  for (const { program, what } of programs) {
    const name = `collections of garbage in a million messages: ${what}`
    workshop.report(name)
    const child = startChild(await workshop.module(`books/${program}`))
    try {
      await child.ask('load', { ...feed, packages: peersFolder })
      // The compiler's own garbage is not of the messages.
      await child.ask('collections', 200_000)
      const { collections: counted, messages } = await child.ask('collections', wanted)
      const ratio = (counted / messages) * 1_000_000
      if (program === 'parse') information.push([name, figure(ratio)])
      else rows.push(judged({ id: '7', name, ratio, limit: 5, stretch: 1, direction: 'most' }))
    } finally {
      child.end()
    }
  }
  const notes = workshop.quick
    ? ['Goal 7: quick, therefore counted over 300 000 messages and scaled to a million.']
    : []
  return { rows, information, notes }
}
