import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { checkBundle } from '#engine/recording/evidence/check-bundle'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { zcat } from '../support'
import { markets } from './evidence-log'
import { bookOfLines } from './oracle'
import { evidenceOf, recorded, unpacked, verified } from './support'

type Files = Awaited<ReturnType<typeof evidenceOf>>['files']
const rowsOf = (files: Files, name: string): Record<string, string>[] =>
  parse(Buffer.from(files.find((file) => file.name === name)!.content), { columns: true })
const timeOf = (line: string) => BigInt(line.split('\t')[1]!)

/** More in `npm run soak -- evidence`. */
const bundles = Number(process.env['LEADLINE_EVIDENCE_BUNDLES'] ?? 9)
const firstSeed = Number(process.env['LEADLINE_EVIDENCE_SEED'] ?? 1)
const eachLog = 3
const logs = Array.from({ length: Math.ceil(bundles / eachLog) }, (_, index) => ({
  seed: firstSeed + index,
  calm: [1, 4, 100][index % 3]!
}))

let compared = 0
const bases = new Set<string>()

test.each(logs)(
  'a bundle of any moment verifies, with the book of the log (seed $seed, calm $calm)',
  async ({ seed, calm }) => {
    const log = await recorded(seed, 5000, calm)
    const lines = await zcat(log)
    const random = new FuzzRandom(seed)
    for (let count = 0; count < eachLog; count++) {
      const from = count % 2 === 0 ? 50 : lines.length - 500
      const at = timeOf(lines[from + random.below(lines.length - from)]!)
      const market = random.pick(markets)
      const { facts, files } = await evidenceOf(log, { at, market })
      const { ok, text } = await verified(await unpacked(files))
      expect(ok, text).toBe(true)
      const contents = new Map(files.map(({ name, content }) => [name, Buffer.from(content)]))
      expect(checkBundle(contents, null).checks.filter((check) => !check.ok)).toEqual([])
      const seen = lines.filter((line) => timeOf(line) <= at)
      const frames = contents.get('frames.tsv')!.toString('utf8').split('\n').slice(0, -1)
      const known = new Set(seen)
      expect(frames.filter((line) => !known.has(line))).toEqual([])
      const other = markets.find((each) => each !== market)!
      expect(frames.filter((line) => line.includes(`"market":"${other}"`))).toEqual([])
      bases.add(facts.book.snapshot === null ? 'keyframe' : 'snapshot')
      if (facts.state !== 'live' && facts.state !== 'stale') continue
      compared += 1
      const book = rowsOf(files, 'book.csv').map(({ side, price, amount }) => `${side} ${price} ${amount}`)
      expect(book).toEqual(bookOfLines(seen, market))
    }
  }
)

test('those were often live, and began with snapshots as well as with keyframes', () => {
  expect(compared).toBeGreaterThan(bundles / 3)
  expect(bases).toEqual(new Set(['snapshot', 'keyframe']))
})

test('the last trades are those of the log, also from before its frames', async () => {
  const log = await recorded(4, 12_000, 20)
  const lines = await zcat(log)
  const { files, facts } = await evidenceOf(log)
  const rows = rowsOf(files, 'trades.csv')
  expect(rows).toHaveLength(1000)
  expect(Number(rows[0]!['seq'])).toBeLessThan(facts.log.first_seq)
  const trades = lines.flatMap((line) => {
    const [seq, , kind, text = ''] = line.split('\t')
    const frame = kind === 'b' ? Buffer.from(text, 'base64').toString() : text
    if (!frame.includes('execution_data') || !frame.includes(`"market":"${markets[0]}"`) || kind === 'e')
      return []
    const { payload } = JSON.parse(frame) as { payload: { price: string; amount: string } }
    return [`${seq} ${Number(payload.price)} ${Number(payload.amount)}`]
  })
  const found = rows.map(({ seq, price, amount }) => `${seq} ${Number(price)} ${Number(amount)}`)
  expect(found).toEqual(trades.slice(-1000))
})

test('the newest moment is the last line of the market', async () => {
  const log = await recorded(5, 600)
  const lines = await zcat(log)
  const { facts } = await evidenceOf(log)
  const isOfMarket = (line: string) => {
    const [, , kind, text = ''] = line.split('\t')
    const frame = kind === 'b' ? Buffer.from(text, 'base64').toString() : text
    return (kind === 'f' || kind === 'b') && /"market":"BTC\/USD".*}$/s.test(frame)
  }
  const last = lines.findLast(isOfMarket)!
  expect(facts.moment).toMatchObject({ kind: 'newest', time_ns: String(timeOf(last)) })
  expect(facts.log.last_seq).toBe(Number(last.split('\t')[0]))
})

test('nothing of a market, or nothing before a moment, is an error', async () => {
  const log = await recorded(6, 200)
  await expect(evidenceOf(log, { market: 'OTHER' })).rejects.toThrow('Nothing of OTHER was recorded')
  await expect(evidenceOf(log, { at: 1n })).rejects.toThrow('Nothing of BTC/USD was recorded')
})
