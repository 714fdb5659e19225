import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkBundle } from '#engine/recording/evidence/check-bundle'
import type { EvidenceFile } from '#engine/recording/evidence/collect'
import { nonceOf, stampRequest } from '#engine/recording/evidence/timestamp'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { Authority } from './authority'
import { manyChanges, someChanges, type Change } from './changes'
import { run } from './run'
import { evidenceOf, recorded, unpacked, verified } from './support'

/** Of each large file, in `npm run soak -- evidence`. */
const many = Number(process.env['LEADLINE_EVIDENCE_CHANGES'] ?? 0)
const ofEach = 16

let files: readonly EvidenceFile[]
let folder: string
beforeAll(async () => {
  const authority = await Authority.make()
  const stamp = (content: Buffer) => authority.reply(stampRequest(content, nonceOf(randomBytes(8))))
  files = (await evidenceOf(await recorded(11, 300), { picture: randomBytes(5000), stamp })).files
  folder = await unpacked(files)
})

const contents = () => new Map(files.map(({ name, content }) => [name, Buffer.from(content)]))
const changes = () => {
  const random = new FuzzRandom(1)
  return many > 0 ? manyChanges(random, files, many) : someChanges(random, files, ofEach)
}
const report = (by: string, all: number, accepted: number) => {
  if (many > 0) process.stdout.write(`${by}: ${all} changes of a byte, ${accepted} not noticed\n`)
}
const verifySignature = (cwd: string) => {
  const key = ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', 'public-key.pem']
  return run('openssl', [...key, '-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig'], { cwd })
}

test('a bundle verifies with sha256sum, openssl and python3, as its README says', async () => {
  const sums = await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder })
  expect(sums.stdout.trimEnd().split('\n')).toHaveLength(files.length - 2)
  expect((await verifySignature(folder)).stdout).toContain('Verified Successfully')
  expect(await verified(folder)).toMatchObject({ ok: true })
  const readme = contents().get('README.txt')!.toString('utf8')
  const key = await run('sh', ['-c', 'openssl pkey -pubin -in public-key.pem -outform DER | sha256sum'], {
    cwd: folder
  })
  expect(readme).toContain(key.stdout.slice(0, 64))
  expect(readme.match(/^ {2}(sha256sum|openssl|python3) .*$/gm)).toHaveLength(5)
})

test.each(['manifest.json', 'picture.png', 'public-key.pem', 'SHA256SUMS', 'SHA256SUMS.sig'])(
  'sha256sum or openssl notices a change of %s, and verify.py says so',
  async (name) => {
    const copy = await unpacked(files)
    const changed = Buffer.from(contents().get(name)!)
    const at = new FuzzRandom(name.length).below(changed.length)
    changed[at] = changed[at]! ^ 1
    await writeFile(path.join(copy, name), changed)
    const isListed = !name.startsWith('SHA256SUMS')
    const sums = () => run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: copy })
    await expect(isListed ? sums() : verifySignature(copy)).rejects.toThrow('Command failed')
    const { ok, text } = await verified(copy)
    expect(ok, text).toBe(false)
    expect(text).toContain('Do not rely on this bundle')
  }
)

describe('every single change of a byte', () => {
  test('is noticed here', async () => {
    const bundle = contents()
    const isAccepted = () => checkBundle(bundle, null).checks.every(({ ok }) => ok)
    expect(isAccepted()).toBe(true)
    const accepted: Change[] = []
    for (const [index, change] of changes().entries()) {
      const [name, at, by] = change
      const content = bundle.get(name)!
      content[at] = content[at]! ^ by
      if (isAccepted()) accepted.push(change)
      content[at] = content[at]! ^ by
      // The worker answers meanwhile.
      if (index % 500 === 499) await new Promise((resolve) => setImmediate(resolve))
    }
    report('checkBundle', changes().length, accepted.length)
    expect(accepted).toEqual([])
    expect(isAccepted()).toBe(true)
  }, 3_600_000)

  test('is noticed by verify.py', async () => {
    const script = path.join(import.meta.dirname, 'tampering.py')
    const working = promisify(execFile)('python3', [script], { maxBuffer: 64 * 1024 * 1024 })
    working.child.stdin!.end(JSON.stringify({ folder: await unpacked(files), changes: changes() }))
    const { stdout } = await working
    const result = JSON.parse(stdout) as { is_accepted: boolean; accepted: readonly Change[] }
    report('verify.py', changes().length, result.accepted.length)
    expect(result).toEqual({ is_accepted: true, accepted: [] })
  }, 3_600_000)
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
