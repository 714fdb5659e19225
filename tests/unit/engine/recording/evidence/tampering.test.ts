import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkBundle } from '#engine/recording/evidence/check-bundle'
import type { EvidenceFile } from '#engine/recording/evidence/collect'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { changesOf, isNoticed } from './changes'
import { run } from './run'
import { evidenceOf, recorded, unpacked, verified } from './support'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** More in `npm run soak -- evidence`. */
const changes = Number(process.env['LEADLINE_EVIDENCE_CHANGES'] ?? 300)

let files: readonly EvidenceFile[]
let folder: string
beforeAll(async () => {
  const log = await recorded(11, changes > 1000 ? 8000 : 300)
  files = (await evidenceOf(log, { picture: randomBytes(5000) })).files
  folder = await unpacked(files)
})

const contents = () => new Map(files.map(({ name, content }) => [name, Buffer.from(content)]))
const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
const verifySignature = () =>
  openssl(
    ...['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', 'public-key.pem'],
    ...['-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig']
  )

test('a bundle verifies with sha256sum, openssl and python3, as its README says', async () => {
  const sums = await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder })
  expect(sums.stdout.trimEnd().split('\n')).toHaveLength(files.length - 2)
  expect((await verifySignature()).stdout).toContain('Verified Successfully')
  expect(await verified(folder)).toMatchObject({ ok: true })
  const readme = contents().get('README.txt')!.toString('utf8')
  const key = await run('sh', ['-c', 'openssl pkey -pubin -in public-key.pem -outform DER | sha256sum'], {
    cwd: folder
  })
  expect(readme).toContain(key.stdout.slice(0, 64))
  expect(readme.match(/^ {2}(sha256sum|openssl|python3) .*$/gm)).toHaveLength(4)
})

test('every single change of a byte is noticed here', () => {
  const noticed = isNoticed(files)
  for (const { name, content } of files)
    for (const change of changesOf(new FuzzRandom(1), content, changes))
      expect(noticed(name, change.at, change.by), `${name}: byte ${change.at} by ${change.by}`).toBe(true)
}, 3_600_000)

describe('verify.py notices', () => {
  test.each([
    'README.txt',
    'manifest.json',
    'frames.tsv',
    'keyframe.json',
    'book.csv',
    'trades.csv',
    'states.csv',
    'picture.png',
    'public-key.pem',
    'verify.py',
    'SHA256SUMS',
    'SHA256SUMS.sig'
  ])('a change of %s', async (name) => {
    const random = new FuzzRandom(name.length)
    const content = contents().get(name)!
    const changed = Buffer.from(content)
    // At the end of a line of a comment, so that the program still runs.
    const at = name === 'verify.py' ? changed.indexOf('needs nothing') : random.below(changed.length)
    changed[at] = changed[at]! ^ 1
    const copy = await unpacked(files)
    await writeFile(path.join(copy, name), changed)
    const { ok, text } = await verified(copy)
    expect(ok, text).toBe(false)
    expect(text).toContain('Do not rely on this bundle')
  })
})

test('a file that is missing, added, or signed by another key is named', async () => {
  const bundle = contents()
  bundle.delete('states.csv')
  bundle.set('more.txt', Buffer.from('x'))
  const failed = checkBundle(bundle, null).checks.filter(({ ok }) => !ok)
  expect(failed.map(({ subject }) => subject)).toEqual(['states.csv', 'more.txt'])
  const other = (await evidenceOf(await recorded(11, 300))).files
  bundle.set('public-key.pem', Buffer.from(other.find(({ name }) => name === 'public-key.pem')!.content))
  const subjects = checkBundle(bundle, null)
    .checks.filter(({ ok }) => !ok)
    .map(({ subject }) => subject)
  expect(subjects).toContain('Signature')
})

test('a book that does not follow is noticed even if it was signed', async () => {
  const { checks } = checkBundle(contents(), null)
  expect(checks.every(({ ok }) => ok)).toBe(true)
  for (const name of ['book.csv', 'trades.csv']) {
    const bundle = contents()
    const rows = bundle.get(name)!.toString('utf8').trimEnd().split('\r\n')
    // The last trade is one of the frames; the first ones may be older.
    rows.push(rows.pop()!.replace(/,(\d+)\.(\d)/, ',$1.$29'))
    const text = rows.join('\r\n') + '\r\n'
    bundle.set(name, Buffer.from(text))
    const failed = checkBundle(bundle, null).checks.filter(({ ok }) => !ok)
    expect(failed.map(({ subject }) => subject)).toContain(name === 'book.csv' ? 'Book' : 'Trades')
  }
})
