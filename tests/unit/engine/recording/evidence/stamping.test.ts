import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { checkBundle } from '#engine/recording/evidence/check-bundle'
import { Stamping } from '#engine/recording/evidence/stamping'
import { isStampOf, nonceOf, readStamp, stampRequest } from '#engine/recording/evidence/timestamp'
import { freshFolder } from '../../../../integration/support/folder'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { evidenceOf, recorded, run, unpacked, verified } from './support'

const config = `
[tsa]
default_tsa = own
[own]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
digests = sha256
default_policy = 1.2.3.4
ordering = yes
ess_cert_id_alg = sha256
[tsa_extensions]
extendedKeyUsage = critical, timeStamping
`

let authority: string
beforeAll(async () => {
  authority = await freshFolder()
  await writeFile(path.join(authority, 'tsa.cnf'), config)
  await writeFile(path.join(authority, 'serial'), '01\n')
  const make = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2'
  ]
  const names = ['-subj', '/CN=Test authority', '-keyout', 'tsa.key', '-out', 'tsa.pem']
  const extension = ['-addext', 'extendedKeyUsage=critical,timeStamping']
  await run('openssl', [...make, ...names, ...extension], { cwd: authority })
})

/** What OpenSSL's authority replies. */
async function replyTo(request: Uint8Array): Promise<Buffer> {
  const folder = await freshFolder()
  const [query, reply] = [path.join(folder, 'query'), path.join(folder, 'reply')]
  await writeFile(query, request)
  const args = ['ts', '-reply', '-queryfile', query, '-config', 'tsa.cnf', '-section', 'own', '-out', reply]
  await run('openssl', args, { cwd: authority })
  return readFile(reply)
}

/** An authority on loopback; returns its URL and what it was asked. */
async function serve(
  answer: (request: Buffer) => Promise<{ readonly status?: number; readonly body: Uint8Array }>
) {
  const requests: Buffer[] = []
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      requests.push(body)
      const { status = 200, body: reply } = await answer(body)
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(reply)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests }
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
  const trusted = path.join(authority, 'tsa.pem')
  const args = ['ts', '-verify', '-data', 'manifest.json', '-in', 'timestamp.tsr', '-CAfile', trusted]
  const { stdout, stderr } = await run('openssl', args, { cwd: folder })
  expect(stdout + stderr).toContain('Verification: OK')
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
    expect(stamping.problems).toEqual([expect.stringContaining('issued no time stamp, so there is none')])
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
