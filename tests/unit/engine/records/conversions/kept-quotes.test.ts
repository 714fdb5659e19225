import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Conversions, openConversionFile } from '#engine/records/conversions/index'
import { decodeConversion } from '#shared/wire/conversion-decoder'
import { staleAfter } from '../../market/alerts/desk'
import { market, QuoteBench } from '../../market/quotes/desk'
import { idOf, message } from './desk'

const day = 86_400_000
let folder: string
let bench: QuoteBench
let conversions: Conversions
let answer: Readonly<Record<string, unknown>>
let asked: number
let underWay = 0
let known: string[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-kept-quotes-'))
  bench = new QuoteBench(path.join(folder, 'quotes'))
  known = [market]
  await start()
})
afterEach(async () => {
  await conversions.dispose()
  await bench.recorder.dispose()
  await rm(folder, { recursive: true, force: true })
})

const file = () => path.join(folder, 'conversions.json')
const text = (at: number) => new Date(at).toISOString()
const written = async () => JSON.parse(await readFile(file(), 'utf8')) as Record<string, unknown>

async function start() {
  const { clock } = bench.market
  asked = 0
  conversions = new Conversions({
    clock,
    random: () => 1,
    serviceNow: () => null,
    file: await openConversionFile({ file: file(), clock }),
    markets: () => known,
    async quotes(...wanted) {
      asked += 1
      underWay += 1
      return bench.recorder.at(...wanted).finally(() => (underWay -= 1))
    },
    changed: () => undefined,
    noticed: () => undefined
  })
  conversions.use('desk', { read: async () => decodeConversion(answer), held: () => 0 }, null)
}

/** Everything is saved. */
async function restart() {
  await conversions.dispose()
  await bench.restart()
  await start()
}

const lookUp = (watch = false) => conversions.lookUp(idOf(1), watch)
const open = () => conversions.open(idOf(1))
async function pass(milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 1000) {
    bench.market.update(market, [['0.5', String(left)]])
    bench.pass(1000)
    do for (let count = 0; count < 5; count += 1) await turn()
    while (underWay > 0)
  }
}
const askedNoMore = async () => {
  for (let before = -1; before !== asked; await pass(6000)) before = asked
}
const monthLater = async () => {
  await rm(bench.folder, { recursive: true, force: true })
  bench.market.clock.jump(40 * day)
  await restart()
}

it('shows the same quotes without recording and market', async () => {
  bench.show('0.9998', '1.0001')
  await pass(5000)
  const createdAt = text(bench.now - 2000)
  answer = message(1, { created_at: createdAt })
  await lookUp(true)
  await pass(3000)
  bench.show('0.9997', '1.0002')
  await pass(3000)
  answer = message(1, { created_at: createdAt, status: 'SETTLED', settled_at: text(bench.now - 700) })
  await pass(16_000)
  await askedNoMore()
  expect(conversions.state.watched).toBe(0)
  await monthLater()
  known = []
  expect(await open()).toMatchObject({
    market: { name: market, inverted: false },
    quotes: {
      created: {
        ...{ recorded: true, bid: '0.9998', ask: '1.0001', mid: '0.99995' },
        ...{ spread: '0.0003', spreadBasisPoints: '3.00' }
      },
      settled: { recorded: true, bid: '0.9997', ask: '1.0002', mid: '0.99995', spread: '0.0005' }
    }
  })
  expect(asked).toBe(0)
  expect(parse(conversions.csv('', false), { columns: true })).toMatchObject([
    {
      ...{ created_mid: '0.99995', created_spread: '0.0003' },
      ...{ settled_mid: '0.99995', settled_spread: '0.0005', quote_market: market }
    }
  ])
  answer = message(1, { created_at: text(bench.now - day) })
  known = [market]
  await lookUp()
  expect((await open()).quotes).toMatchObject({ created: { recorded: false }, settled: null })
})

it('saves only final quotes', async () => {
  bench.show('0.9', '1')
  bench.pass(5000)
  answer = message(1, { created_at: text(bench.now) })
  await lookUp()
  bench.pass(500)
  expect((await open()).quotes.created).toMatchObject({ recorded: true })
  bench.pass(staleAfter + 2000)
  await askedNoMore()
  const sentence = `Not recorded: the book of ${market} was not live at that time.`
  expect((await open()).quotes.created).toEqual({ recorded: false, sentence })
  await monthLater()
  expect((await open()).quotes.created).toEqual({ recorded: false, sentence })
})

it('retries missing quotes until they are final', async () => {
  bench.show('0.9', '1')
  await pass(3000)
  const soon = bench.now + 4000
  answer = message(1, { created_at: text(soon) })
  await lookUp()
  expect((await open()).quotes.created).toMatchObject({
    recorded: false,
    sentence: expect.stringContaining('in the future') as string
  })
  await pass(20_000)
  await monthLater()
  expect((await open()).quotes.created).toMatchObject({ recorded: true, bid: '0.9' })

  const before = text(bench.now - 2 * day)
  answer = message(1, { created_at: before })
  await lookUp()
  await askedNoMore()
  const sentence = `Not recorded: ${market} was not watched at that time.`
  expect((await open()).quotes.created).toEqual({ recorded: false, sentence })
  const [today] = await bench.files()
  const yesterday = path.join(path.dirname(today!), `${before.slice(0, 10)}.quotes`)
  await writeFile(yesterday, 'S 0;\nQ 0 3 4;\n= 86400000;\n')
  expect((await open()).quotes.created).toMatchObject({ recorded: true, bid: '3', ask: '4' })
})

it('saves quotes for conversions of earlier versions', async () => {
  bench.show('0.9', '1')
  await pass(5000)
  answer = message(1, { created_at: text(bench.now - 2000) })
  known = []
  await lookUp()
  await conversions.dispose()
  expect(JSON.stringify(await written())).not.toContain('quotes')
  known = [market]
  await restart()
  await pass(6000)
  await monthLater()
  expect((await open()).quotes.created).toMatchObject({ recorded: true, bid: '0.9' })
})

it('ignores invalid quotes in the file', async () => {
  bench.show('0.9', '1')
  await pass(5000)
  answer = message(1, { created_at: text(bench.now - 2000) })
  await lookUp()
  await conversions.note(idOf(1), 'Month end')
  await pass(6000)
  await conversions.dispose()
  const whole = await readFile(file(), 'utf8')
  expect(whole).toContain('"mid": "0.95"')
  await writeFile(file(), whole.replace('"mid": "0.95"', '"mid": "=1+1"'))
  await monthLater()
  expect(await open()).toMatchObject({ row: { note: 'Month end' }, quotes: { created: { recorded: false } } })
  expect((await open()).seen).toHaveLength(1)
})
