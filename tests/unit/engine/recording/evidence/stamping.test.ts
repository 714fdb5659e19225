import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { checkBundle } from '#engine/recording/evidence/check-bundle'
import { Stamping } from '#engine/recording/evidence/stamping'
import { isStampOf, nonceOf, readStamp, stampRequest } from '#engine/recording/evidence/timestamp'
import { freshFolder } from '../../../../integration/support/folder'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { Authority, serveStamps } from './authority'
import { run } from './run'
import { evidenceOf, recorded, unpacked, verified } from './support'

let authority: Authority
beforeAll(async () => {
  authority = await Authority.make()
})
const replyTo = (request: Uint8Array) => authority.reply(request)

/** An authority on loopback that gives these answers, until the test ends. */
async function serve(answer: Parameters<typeof serveStamps>[0]) {
  const served = await serveStamps(answer)
  onTestFinished(served.close)
  return served
}

const ports = { clock: systemClock, fetch: (url: string, init: RequestInit) => fetch(url, init) }
const content = Buffer.from('content')

test('a request has 69 bytes, which OpenSSL reads', async () => {
  const request = stampRequest(content, nonceOf(Buffer.alloc(8, 0xff)))
  expect(request).toHaveLength(69)
  const folder = await freshFolder()
  await writeFile(path.join(folder, 'query'), request)
  const { stdout } = await run('openssl', ['ts', '-query', '-in', 'query', '-text'], { cwd: folder })
  expect(stdout).toContain('Hash Algorithm: sha256')
  expect(stdout).toContain('Nonce: 0x7FFFFFFFFFFFFFFF')
  expect(stdout).toContain('Certificate required: yes')
})

test('a stamped bundle verifies with openssl ts, verify.py, and here', async () => {
  const { url, requests } = await serve(async (request) => ({ body: await replyTo(request) }))
  const stamping = new Stamping(ports, url)
  const { files } = await evidenceOf(await recorded(21, 200), { stamp: stamping.stamp })
  expect(stamping.problems).toEqual([])
  // Only a hash leaves this computer.
  expect(requests.map(({ length }) => length)).toEqual([69])
  const folder = await unpacked(files)
  const [data, reply] = ['manifest.json', 'timestamp.tsr'].map((name) => path.join(folder, name))
  expect(await authority.verify(data!, reply!)).toContain('Verification: OK')
  const { ok, text } = await verified(folder)
  expect(ok, text).toBe(true)
  expect(text).toMatch(/ok {4}time stamp: of manifest\.json, says \d{14}Z/)
  const contents = new Map(files.map(({ name, content: bytes }) => [name, Buffer.from(bytes)]))
  const { checks } = checkBundle(contents, null)
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(checks.map(({ subject }) => subject)).toContain('Time stamp')
})

test('an answer that is not a stamp of this content is refused with a sentence', async () => {
  const other = stampRequest(Buffer.from('other'), nonceOf(Buffer.alloc(8)))
  const again = stampRequest(content, nonceOf(Buffer.alloc(8)))
  const answers = [
    { body: await replyTo(other) },
    // Of an earlier request.
    { body: await replyTo(again) },
    { body: Buffer.from('nothing of the kind') },
    { body: Buffer.alloc(100_000) },
    { status: 503, body: Buffer.alloc(0) },
    { body: await replyTo(Buffer.from('not a request')) }
  ]
  for (const answer of answers) {
    const { url } = await serve(() => Promise.resolve(answer))
    const stamping = new Stamping(ports, url)
    expect(await stamping.stamp(content)).toBeNull()
    expect(stamping.problems).toEqual([expect.stringContaining('There is no time stamp from')])
  }
})

test('a reply of any bytes is read without an exception', async () => {
  const reply = await replyTo(stampRequest(content, nonceOf(Buffer.alloc(8))))
  expect(readStamp(reply)).toMatchObject({ granted: true })
  const random = new FuzzRandom(1)
  for (let count = 0; count < 3000; count++) {
    const changed = Buffer.from(reply.subarray(0, 20 + random.below(reply.length)))
    for (let change = random.below(4); change >= 0; change--)
      changed[random.below(changed.length)] = random.below(256)
    expect(() => isStampOf(changed, content)).not.toThrow()
  }
})
