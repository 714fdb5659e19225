import { startChild } from '../child.mjs'
import { assertTrue, interleave } from '../interleave.mjs'
import { figure, judged, median } from '../report.mjs'
import { peersFolder } from '../peers.mjs'
import { ratioOf } from '../workshop.mjs'

const programs = {
  hub: 'Leadline: socket (ws), frame reader, whole hub',
  engine: 'Leadline: socket (ws), frame reader, books alone',
  ccxt: 'ws, JSON.parse and ccxt’s order book',
  sorted: 'ws, JSON.parse and a sorted array',
  parse: 'ws and JSON.parse alone',
  bare: 'ws alone'
}

/**
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function endToEnd(workshop) {
  const rows = []
  const information = []
  for (const { markets, levels } of [
    { markets: 10, levels: 1000 },
    { markets: 2, levels: 10_000 }
  ]) {
    const name = `over a loopback socket, ws with JSON.parse and ccxt, in times of ours: ${levels} levels`
    workshop.report(name)
    const feed = await workshop.feed({ markets, levels, messages: 20_000, trades: 0.1 })
    const sender = startChild(await workshop.module('socket/sender'))
    try {
      const port = await sender.ask('load', feed)
      const contenders = []
      for (const program of Object.keys(programs)) {
        contenders.push({ name: program, module: await workshop.module(`socket/${program}`) })
      }
      const taken = await interleave(contenders, () => ({ ...feed, port, packages: peersFolder }), {
        rounds: workshop.rounds,
        milliseconds: workshop.milliseconds,
        async check(program, child) {
          if (!['parse', 'bare'].includes(program)) {
            assertTrue(program, feed.truth, await child.ask('touches'))
          }
        }
      })
      const ratio = ratioOf(taken['ccxt'], taken['hub'])
      rows.push(judged({ id: '6', name, ratio, limit: 6, stretch: 12, direction: 'least' }))
      for (const [program, what] of Object.entries(programs)) {
        const microseconds = median(taken[program] ?? []) / 20_000 / 1000
        information.push([`${what}, ${levels} levels`, `${figure(microseconds)} µs a message`])
      }
    } finally {
      sender.end()
    }
  }
  const notes = [
    'Goal 6: processor time of the receiving process (user and system) for each message. By the clock both would also wait for the sender, which shares the cores.'
  ]
  return { rows, information, notes }
}
