import { describe, expect, it, onTestFinished } from 'vitest'
import { startChild } from '../../../scripts/bench/child.mjs'
import { assertTrue, interleave } from '../../../scripts/bench/interleave.mjs'
import { openWorkshop } from '../../../scripts/bench/workshop.mjs'

const tiny = { markets: 3, levels: 40, messages: 400, trades: 0.1 }

function open() {
  const workshop = openWorkshop({ quick: true })
  onTestFinished(() => workshop.close())
  return workshop
}

describe('the children of the benchmark', () => {
  it('all end with the true best prices, ours and a plain one', async () => {
    const workshop = open()
    const feed = await workshop.feed(tiny)
    const taken = await workshop.books(feed, ['parse', 'sorted', 'engine', 'hub'])
    for (const rounds of Object.values(taken)) {
      expect(rounds).toHaveLength(workshop.rounds)
      for (const nanoseconds of rounds) expect(nanoseconds).toBeGreaterThan(0)
    }
    expect(Object.keys(taken)).toEqual(['parse', 'sorted', 'engine', 'hub'])
  })

  it('are refused if their best prices are wrong', async () => {
    const workshop = open()
    const { truth } = await workshop.feed(tiny)
    const [[market = '', touch] = []] = Object.entries(truth)
    expect(() => assertTrue('ours', truth, truth)).not.toThrow()
    const wrong = {
      ...truth,
      [market]: [touch![0], touch![1], touch![2], touch![3] + 1] as typeof touch & {}
    }
    expect(() => assertTrue('ours', truth, wrong)).toThrow(`the best of ${market}`)
    expect(() => assertTrue('ours', truth, {})).toThrow('ours ends with')
  })

  it('receive the feed over a socket unchanged', async () => {
    const workshop = open()
    const feed = await workshop.feed(tiny)
    const sender = startChild(await workshop.module('socket/sender'))
    onTestFinished(() => sender.end())
    const port = await sender.ask('load', feed)
    const contenders = [
      { name: 'hub', module: await workshop.module('socket/hub') },
      { name: 'sorted', module: await workshop.module('socket/sorted') }
    ]
    let checked = 0
    await interleave(contenders, () => ({ ...feed, port, packages: '' }), {
      rounds: 1,
      async check(name, child) {
        assertTrue(name, feed.truth, await child.ask('touches'))
        checked += 1
      }
    })
    expect(checked).toBe(2)
  })

  it('report errors', async () => {
    const workshop = open()
    const child = startChild(await workshop.module('books/parse'))
    onTestFinished(() => child.end())
    await expect(child.ask('round')).rejects.toThrow('Nothing was loaded.')
    await expect(child.ask('fly')).rejects.toThrow('There is no call named fly.')
    child.end()
    await expect(child.ask('touches')).rejects.toThrow(/ended/)
  })
})
