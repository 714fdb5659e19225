import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { download } from '#engine/records/statements/download/download'
import { FileAddress } from '#shared/wire/statement-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import {
  startScriptedServer,
  type Script,
  type ScriptedServer
} from '../../../../integration/support/scripted-server'
import { csvBody, namesBelow, quickClock } from './support'

let server: ScriptedServer
let folder: string
beforeEach(async () => {
  server = await startScriptedServer((response) => void response.end())
  folder = await freshFolder()
})
afterEach(() => server.close())

const body = csvBody(Array.from({ length: 3000 }, (_, day) => `2026-10-01,${day},${day * 7919}\n`).join(''))
const send = (response: ServerResponse, bytes: Buffer, headers: Record<string, string>) =>
  void response.writeHead(200, { 'content-length': String(bytes.length), ...headers }).end(bytes)

async function fetchOne(script: Script) {
  server.reply = script
  const part = path.join(folder, 'file.part')
  const address = new FileAddress(`${server.origin}/file`)
  const result = await download(
    { fetch, clock: quickClock, random: () => 0, disk: realDisk },
    {
      address,
      fresh: async () => address,
      part,
      place: folder,
      kind: 'csv',
      signal: new AbortController().signal
    }
  )
  return { ...result, content: await readFile(part) }
}

async function refused(script: Script, words: RegExp) {
  await expect(fetchOne(script)).rejects.toMatchObject({
    problem: { sentence: expect.stringMatching(words) as string }
  })
  expect(await namesBelow(folder)).toEqual([])
}

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync]
] as const)('unpacks a file that its store sends as %s regardless of the request', async (encoding, pack) => {
  const script: Script = (response, request) => {
    // Chromium refuses an encoding that the request does not name.
    expect(request.headers['accept-encoding']).toContain(encoding)
    send(response, pack(body), { 'content-encoding': encoding, etag: `"${'0'.repeat(32)}"` })
  }
  const { content, bytes, etagIsMd5 } = await fetchOne(script)
  expect(content).toEqual(body)
  expect(bytes).toBe(body.length)
  // The store’s digest covers the stored bytes.
  expect(etagIsMd5).toBeNull()
})

test('restarts a truncated file rather than continuing within the unpacked content', async () => {
  const packed = gzipSync(body)
  const { content } = await fetchOne((response, request, count) => {
    expect(request.headers.range).toBeUndefined()
    const headers = { 'content-encoding': 'gzip', etag: '"one"' }
    if (count > 1) return send(response, packed, headers)
    response.writeHead(200, { ...headers, 'content-length': String(packed.length) })
    response.write(packed.subarray(0, packed.length >> 1), () => response.destroy())
  })
  expect(content).toEqual(body)
})

test('refuses a damaged file', async () => {
  const packed = gzipSync(body).fill(0xff, 100, 200)
  await refused((response) => send(response, packed, { 'content-encoding': 'gzip' }), /could not be unpacked/)
})

test('refuses a file shorter than announced', async () => {
  const packed = gzipSync(body)
  const script: Script = (response) => {
    const headers = { 'content-encoding': 'gzip', 'content-length': String(packed.length + 20) }
    response.writeHead(200, headers)
    response.write(packed, () => response.destroy())
  }
  await refused(script, /closed the connection|could not be unpacked/)
})

test('stops a small file that unpacks to a huge one, long before the limit of a file', async () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 'x,'))
  await refused((response) => send(response, bomb, { 'content-encoding': 'gzip' }), /grows far beyond/)
  expect(server.asked).toHaveLength(1)
})

test('names an encoding that cannot be unpacked', async () => {
  const script: Script = (response) => send(response, body, { 'content-encoding': 'zstd' })
  await refused(script, /compressed as “zstd”, which Leadline cannot unpack/)
  expect(server.asked).toHaveLength(1)
})
