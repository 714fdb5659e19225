import { execFileSync } from 'node:child_process'
import { truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { readFills } from '#engine/recording/analysis/read-fills'
import { maxFillProblems, maxFills } from '#shared/contract/recording/analysis'
import { formatDecimal } from '#shared/domain/base/decimal'
import { ProblemError } from '#shared/domain/base/problem'
import { formatTime } from '#shared/domain/base/time'
import { freshFolder } from '../../../../integration/support/folder'

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

async function fillsOf(content: string | Buffer) {
  const file = path.join(folder, 'fills.csv')
  await writeFile(file, content)
  return readFills(file)
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => null,
    (problem: unknown) => problem
  )
  expect(thrown).toBeInstanceOf(ProblemError)
  return (thrown as ProblemError).problem.sentence
}

const line = '2026-11-24T09:02:14.118Z,buy,64102.40,12.5'

test('every fill of a file is read, exact and by time', async () => {
  const fill = fc.record({
    time: fc.bigInt(0n, 2n ** 61n),
    side: fc.constantFrom('buy', 'sell'),
    price: fc.bigInt(1n, 10n ** 25n),
    amount: fc.bigInt(1n, 10n ** 25n),
    scale: fc.integer({ min: 1, max: 12 }),
    order: fc.stringMatching(/^[\w"; ,-]{0,12}$/).map((text) => text.trim())
  })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const shown = (units: bigint, scale: number) => formatDecimal({ units, scale })
  await fc.assert(
    fc.asyncProperty(fc.array(fill, { minLength: 1, maxLength: 20 }), async (all) => {
      const lines = all.map(({ time, side, price, amount, scale, order }) =>
        [formatTime(time), side, shown(price, scale), shown(amount, scale), quoted(order)].join(',')
      )
      const read = await fillsOf(`time,side,price,amount,id\r\n${lines.join('\r\n')}`)
      expect(read.problems).toEqual([])
      const spell = (parts: readonly unknown[]) => parts.join(' ')
      const trimmed = (text: string) => text.replace(/\.?0+$/, '')
      expect(
        read.fills.map(({ time, side, price, amount, order, line: at }) =>
          spell([time, at, side, formatDecimal(price), formatDecimal(amount), order ?? ''])
        )
      ).toEqual(
        all
          .map((each, index) => ({ ...each, at: index + 2 }))
          .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : one.at - other.at))
          .map(({ time, at, side, price, amount, scale, order }) =>
            spell([time, at, side, trimmed(shown(price, scale)), trimmed(shown(amount, scale)), order])
          )
      )
    }),
    { numRuns: 60 }
  )
})

test('lines that are not a fill are named by their number, and the others are kept', async () => {
  const lines = [
    'Fill price;Quantity;Side;Timestamp;Order ID;Comment',
    '64102.40;12.5;B;2026-11-24 09:02:14.118;a;"two\nlines"',
    '64102.40;12.5;hold;2026-11-24 09:02:14.118;a',
    '64,102.40;12.5;buy;2026-11-24 09:02:14.118;a',
    '64102.40;-12.5;buy;2026-11-24 09:02:14.118;a',
    '64102.40;1e3;buy;2026-11-24 09:02:14.118;a',
    '64102.40;12.5;buy;yesterday;a',
    '64102.40',
    '',
    '64103.40;2;sell;2026-11-24T11:02:14.118+02:00;'
  ]
  const { fills, problems, from, to } = await fillsOf(lines.join('\n'))
  expect(fills.map(({ line: at, side, order }) => [at, side, order])).toEqual([
    [3, 'buy', 'a'],
    [11, 'sell', null]
  ])
  expect(fills[0]!.time).toBe(fills[1]!.time)
  expect([from, to]).toEqual([Date.parse('2026-11-24T09:02:14.118Z'), Date.parse('2026-11-24T09:02:14.118Z')])
  expect(problems.map(({ line: at }) => at)).toEqual([4, 5, 6, 7, 8, 9])
  expect(problems[0]!.sentence).toContain('buy or sell')
  expect(problems[1]!.sentence).toContain('price')
  expect(problems[2]!.sentence).toContain('amount')
  expect(problems[4]!.sentence).toContain('time')
})

test('no more problems are kept than there is room for, and all are counted', async () => {
  const bad = Array.from({ length: 300 }, () => 'now,buy,1,1').join('\n')
  const { fills, problems, moreProblems } = await fillsOf(`time,side,price,amount\n${line}\n${bad}\n`)
  expect(fills.length).toBe(1)
  expect(problems.length).toBe(maxFillProblems)
  expect(moreProblems).toBe(300 - maxFillProblems)
})

test.each<readonly [head: string, cells: string, order: string | null]>([
  ['trade_id,order_id', 't1,o1', 'o1'],
  ['id,order_id', 'f1,o1', 'o1'],
  ['order,id', 'o1,f1', 'o1'],
  ['id,order_id', 'f1,', null],
  ['fill_id,id', 'f1,o1', 'o1'],
  ['trade_id,fill_id', 't1,f1', null]
])('with the columns %s, fills are of an order by its own ID alone', async (head, cells, order) => {
  const { fills } = await fillsOf(`${head},time,side,price,amount\n${cells},${line}\n`)
  expect(fills[0]!.order).toBe(order)
})

test.each(['Market', 'symbol', 'Instrument', 'pair'])(
  'a column %s is the market of each fill',
  async (name) => {
    const lines = [`${line},ETH/USD`, `${line},`, `${line},${'x'.repeat(201)}`, line]
    const { fills, problems } = await fillsOf(`time,side,price,amount,${name}\n${lines.join('\n')}\n`)
    expect(fills.map(({ market }) => market)).toEqual(['ETH/USD'])
    expect(problems.map(({ line: at }) => at)).toEqual([3, 4, 5])
    expect(problems[0]!.sentence).toContain('market')
    const without = await fillsOf(`time,side,price,amount\n${line}\n`)
    expect(without.fills[0]!.market).toBeNull()
  }
)

test('formulas are text, and names are read without them', async () => {
  const { fills } = await fillsOf(
    `time,side,price,amount,id\n${line},"=HYPERLINK(""https://example.com"")"\n`
  )
  expect(fills[0]!.order).toBe('=HYPERLINK("https://example.com")')
  const { problems } = await fillsOf(`time,side,price,amount\n${line}\n${line.replace('64102.40', '=1+1')}\n`)
  expect(problems.map(({ line: at }) => at)).toEqual([3])
})

test.each<readonly [string, string | Buffer, RegExp]>([
  ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0, 1]), /not a text file/],
  ['zeros', Buffer.alloc(1000), /not a text file/],
  ['text in UTF-16', Buffer.from(`\uFEFFtime,side,price,amount\n${line}`, 'utf16le'), /not a text file/],
  ['nothing', '', /columns time, side, price and amount/],
  ['other columns', 'a,b,c\n1,2,3\n', /columns time, side, price and amount/],
  ['no lines', 'time,side,price,amount\n', /has no fills/],
  ['no valid line', 'time,side,price,amount\nnow,buy,1,1\n', /Line 2: Not a valid time/],
  ['an endless cell', `time,side,price,amount\n${line},"${'x'.repeat(100_000)}`, /not a CSV table/],
  ['too many', `time,side,price,amount\n${`${line}\n`.repeat(maxFills + 1)}`, /more than 10,000 fills/]
])('%s is refused with a sentence', async (_name, content, sentence) => {
  expect(await refusalOf(fillsOf(content))).toMatch(sentence)
})

test('a file of 100 MB, a folder and a pipe are refused unread', async () => {
  const large = path.join(folder, 'large.csv')
  await writeFile(large, `time,side,price,amount\n${line}\n`)
  await truncate(large, 100 * 1024 * 1024)
  expect(await refusalOf(readFills(large))).toMatch(/^large\.csv .*8 MB/)
  expect(await refusalOf(readFills(folder))).toMatch(/folder/)
  const pipe = path.join(folder, 'pipe.csv')
  execFileSync('mkfifo', [pipe])
  expect(await refusalOf(readFills(pipe))).toMatch(/^pipe\.csv /)
  expect(await refusalOf(readFills(path.join(folder, 'gone.csv')))).toMatch(/^gone\.csv could not be read/)
})
