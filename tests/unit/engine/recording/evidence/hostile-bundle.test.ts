import { beforeAll, expect, test } from 'vitest'
import { checkBundle, type Files } from '#engine/recording/evidence/check-bundle'
import { evidenceOf, recorded } from './support'

let files: Files
beforeAll(async () => {
  const { files: made } = await evidenceOf(await recorded(7, 200))
  files = new Map(made.map(({ name, content }) => [name, Buffer.from(content)]))
})

const checksWith = (name: string, content: string) =>
  checkBundle(new Map(files).set(name, Buffer.from(content)), null).checks
const findingOf = (name: string, content: string, subject: string) =>
  checksWith(name, content).find((check) => check.subject === subject)

const endless = `0.1${'0'.repeat(1_000_000)}`
const notReadable = {
  ok: false,
  sentence: 'Missing, damaged, or in a format that this version does not know.'
}

test('numbers longer than those of the service are not read', () => {
  expect(findingOf('book.csv', `side,price,amount\nbid,${endless},1\n`, 'Book')).toMatchObject(notReadable)
  expect(findingOf('book.csv', `side,price,amount\nbid,1.${'0'.repeat(64)},1\n`, 'Book')).toMatchObject(
    notReadable
  )
  const keyframe = JSON.parse(files.get('keyframe.json')!.toString('utf8')) as object
  const long = JSON.stringify({ ...keyframe, bids: [[`0.1${'0'.repeat(900)}`, '1']] })
  expect(findingOf('keyframe.json', long, 'Book')).toMatchObject(notReadable)
  const { seq, price } = firstTrade()
  const row = `seq,price,amount\n${seq},${price}${'0'.repeat(100)},1\n`
  expect(findingOf('trades.csv', row, 'Trades')).toMatchObject(notReadable)
})

test('more rows than a book can have are not read', () => {
  const rows = 'bid,1,1\n'.repeat(300_000)
  expect(findingOf('book.csv', `side,price,amount\n${rows}`, 'Book')).toMatchObject(notReadable)
})

test('a list of endless files is not a list of as many checks', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `${'0'.repeat(64)}  f${index}\n`)
  expect(checksWith('SHA256SUMS', lines.join('')).length).toBeLessThan(40)
})

function firstTrade() {
  const [, row] = files.get('trades.csv')!.toString('utf8').split('\n')
  const [seq, , , , , price] = row!.split(',')
  return { seq, price }
}
