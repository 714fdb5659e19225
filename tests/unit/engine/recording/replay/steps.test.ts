import { expect, test } from 'vitest'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { RecordedLog, market } from './recorded-log'
import { Stage } from './stage'

const other = 'ETH-USD'

/** Where each message of the log is: updates and trades of two markets, some at the same instant. */
async function randomLog(seed: number) {
  const random = new FuzzRandom(seed)
  const log = (await RecordedLog.begin()).start(0, [market, other])
  const messages = [
    { of: market, isTrade: false, isFirst: true },
    { of: other, isTrade: false, isFirst: true }
  ]
  let at = 1
  for (let count = 0; count < 60; count++) {
    if (!random.chance(3)) at += random.chance(10) ? 20_000 : random.below(400)
    const message = { of: random.pick([market, other]), isTrade: random.chance(3), isFirst: false }
    if (message.isTrade) log.trade(at, message.of)
    else log.update(at, message.of)
    messages.push(message)
    if (random.chance(8)) await log.write()
  }
  return { log: await log.write(), messages }
}

const kinds = [
  { by: 'message', market: null },
  { by: 'message', market },
  { by: 'trade', market: null },
  { by: 'trade', market: other }
] as const

test.each([1, 2].flatMap((seed) => kinds.map((kind) => ({ seed, ...kind }))))(
  'steps lead to each message of the kind, and back through the same states: %j',
  async ({ seed, by, market: of }) => {
    const { log, messages } = await randomLog(seed)
    const stage = await Stage.open(log)
    await stage.seek(-1)
    const spell = () => JSON.stringify([stage.at, stage.player.hub!.markets.map(spellMarket)])
    const wanted = messages.filter(
      (each) => (of ?? each.of) === each.of && (by === 'message' || each.isTrade)
    )
    const step = (back: boolean) => stage.player.step({ by, market: of, back })
    const states: string[] = []
    for (await step(false); stage.phase !== 'ended'; await step(false)) states.push(spell())
    // The snapshots of the beginning are part of what the seek showed.
    const first = wanted.filter(({ isFirst }) => isFirst).length
    expect(states.length).toBe(wanted.length - first)
    expect(stage.player.state.replayed).toBe(messages.length - 2)
    const earlier = wanted.at(-1) === messages.at(-1) ? states.slice(0, -1) : states
    const back: string[] = []
    for (const _ of earlier) {
      await step(true)
      back.unshift(spell())
    }
    expect(back).toEqual(earlier)
  }
)

test('a step back leads to the message before the one that is shown, and nowhere before the first', async () => {
  const log = await (await RecordedLog.begin()).start(0).update(100).trade(200).update(50_000).write()
  const stage = await Stage.open(log)
  const back = async () => {
    await stage.player.step({ by: 'trade', market, back: true })
    return stage.shown
  }
  await stage.seek(49_000)
  expect(await back()).toEqual({ at: 200, phase: 'paused', seen: { updates: 1, trades: 1 } })
  expect(await back()).toEqual({ at: 200, phase: 'paused', seen: { updates: 1, trades: 1 } })
})

test('a step stops what plays', async () => {
  const log = await (await RecordedLog.begin()).start(0).update(100).update(200).update(300).write()
  const stage = await Stage.open(log)
  await stage.seek(50)
  stage.player.play()
  await stage.pass(60)
  await stage.player.step({ by: 'message', market: null, back: false })
  await stage.pass(500)
  expect(stage.shown).toEqual({ at: 200, phase: 'paused', seen: { updates: 2, trades: 0 } })
})

const spellMarket = ({ name, book, tape }: NonNullable<Stage['player']['hub']>['markets'][number]) => [
  name,
  String(book.best('bids')?.price.units),
  tape.arrivals
]
