import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { downloadAddress } from '#engine/records/statements/download/address'
import type { FileKind } from '#engine/records/statements/download/content'
import { download } from '#engine/records/statements/download/download'
import { FileAddress } from '#shared/wire/statement-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import {
  startScriptedServer,
  type Script,
  type ScriptedServer
} from '../../../../integration/support/scripted-server'
import { csvBody, namesBelow, pdfBody, quickClock } from './support'

let server: ScriptedServer
let folder: string
beforeEach(async () => {
  server = await startScriptedServer((response) => void response.end())
  folder = await freshFolder()
})
afterEach(() => server.close())

const send = (response: ServerResponse, body: Buffer, headers: Record<string, string> = {}, status = 200) =>
  void response.writeHead(status, { 'content-length': String(body.length), ...headers }).end(body)

async function fetchOne(script: Script, kind: FileKind = 'csv', maxBytes = 1_000_000) {
  server.reply = script
  const part = path.join(folder, 'file.part')
  const address = new FileAddress(`${server.origin}/file?signature=secret`)
  let fresh = 0
  const result = await download(
    { fetch, clock: quickClock, random: () => 0, disk: realDisk, maxBytes },
    {
      address,
      fresh: async () => {
        fresh += 1
        return new FileAddress(`${server.origin}/file?fresh=${fresh}`)
      },
      part,
      place: folder,
      kind,
      signal: new AbortController().signal
    }
  )
  return { ...result, fresh, content: await readFile(part) }
}

const refused = async (script: Script, words: RegExp, kind: FileKind = 'csv', maxBytes?: number) => {
  const problem: unknown = await fetchOne(script, kind, maxBytes).catch((thrown: unknown) => thrown)
  const { sentence, detail = '' } = (problem as { problem: { sentence: string; detail?: string } }).problem
  expect(sentence).toMatch(words)
  expect(sentence + detail).not.toMatch(/signature|\/file/)
  expect(await namesBelow(folder)).toEqual([])
}

test('downloads a file unchanged, without credentials', async () => {
  const { content, bytes, etag } = await fetchOne((response) => send(response, csvBody(), { etag: '"a"' }))
  expect(content).toEqual(csvBody())
  expect([bytes, etag]).toEqual([csvBody().length, '"a"'])
  const { headers } = server.asked[0]!
  expect([headers.authorization, headers.cookie, headers.referer]).toEqual([undefined, undefined, undefined])
})

test('downloads a file without a length', async () => {
  const script: Script = (response) => void response.writeHead(200).end(csvBody())
  expect((await fetchOne(script)).content).toEqual(csvBody())
})

test('stops an endless table at the limit', async () => {
  const endless: Script = (response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write('2026-10-01,100.00,0.5\n'.repeat(1000)));
    }
    response.on('drain', more)
    more()
  }
  await refused(endless, /larger than 100000 bytes/, 'csv', 100_000)
  expect(server.asked).toHaveLength(1)
})

test('does not start a file whose announced length is over the limit', async () => {
  await refused(
    (response) => void response.writeHead(200, { 'content-length': '99999999999' }).write('a,b'),
    /larger than/
  )
})

test.each<[string, Buffer, FileKind, RegExp]>([
  ['a page as PDF', Buffer.from('<!doctype html><title>Sign in</title>'), 'pdf', /web page/],
  ['a page as CSV', Buffer.from(' <html><body>x,y</body></html>'), 'csv', /web page/],
  ['a table as PDF', csvBody(), 'pdf', /Not a valid PDF/],
  ['a PDF without its end', pdfBody().subarray(0, -8), 'pdf', /no proper end/],
  [
    'a PDF with much behind its end',
    Buffer.concat([pdfBody(), Buffer.alloc(1100, 'x')]),
    'pdf',
    /no proper end/
  ],
  ['nothing', Buffer.alloc(0), 'csv', /is empty/]
])('refuses %s and does not keep it', async (_name, body, kind, words) => {
  await refused((response) => send(response, body), words, kind)
})

test.each([
  'http://files.test/x',
  'ftp://files.test/x',
  'file:///etc/passwd',
  'data:text/csv,a',
  'https://me:pw@files.test/',
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254/latest/meta-data',
  'https://2852039166/',
  'https://[::ffff:169.254.169.254]/x',
  'https://[fe80::1]/x',
  'nonsense'
])('does not open the URL %s', (text) => expect(() => downloadAddress(text)).toThrow(/statements\.address/))
test.each(['https://files.test/x', 'http://127.0.0.1:1/x', 'http://localhost/x', 'http://[::1]/x'])(
  'opens the URL %s',
  (text) => {
    expect(downloadAddress(text).href).toBe(text)
  }
)

test('restarts a file that changed between two parts', async () => {
  const [old, now] = [csvBody('2026-10-01,1,1\n'.repeat(50)), csvBody('2026-10-01,2,2\n'.repeat(50))]
  const { content } = await fetchOne((response, request, count) => {
    if (count === 1) {
      response.writeHead(200, { etag: '"old"', 'content-length': String(old.length) })
      return void response.write(old.subarray(0, 100), () => response.destroy())
    }
    expect(count === 2 ? request.headers['if-range'] : '"old"').toBe('"old"')
    send(response, now, { etag: '"new"' })
  })
  expect(content).toEqual(now)
})

test('does not append a part other than the requested one', async () => {
  const body = csvBody('2026-10-01,1,1\n'.repeat(50))
  const { length } = body
  for (const [wrong, etag] of [
    [`bytes 50-${length - 51}/${length}`, '"one"'],
    [`bytes 100-${length - 1}/${length}`, '"two"'],
    [`bytes 100-${length - 1}/${length + 1}`, '"one"'],
    [`bytes 100-${length - 2}/${length}`, '"one"'],
    ['bytes 100-*/7', '"one"'],
    ['', '"one"']
  ]) {
    folder = await freshFolder()
    let first = 0
    const { content } = await fetchOne((response, request, count) => {
      first ||= count
      if (count === first) {
        response.writeHead(200, { etag: '"one"', 'content-length': String(body.length) })
        return void response.write(body.subarray(0, 100), () => response.destroy())
      }
      if (request.headers.range) {
        return void send(
          response,
          Buffer.alloc(length - 100, 'x'),
          { 'content-range': wrong!, etag: etag! },
          206
        )
      }
      send(response, body, { etag: '"one"' })
    })
    expect(content).toEqual(body)
  }
})

test('does not resume with a weak ETag', async () => {
  const body = csvBody('2026-10-01,1,1\n'.repeat(50))
  const { content } = await fetchOne((response, request, count) => {
    expect(request.headers.range).toBeUndefined()
    if (count > 1) return void send(response, body, { etag: 'W/"one"' })
    response.writeHead(200, { etag: 'W/"one"', 'content-length': String(body.length) })
    response.write(body.subarray(0, 100), () => response.destroy())
  })
  expect(content).toEqual(body)
})

test.each([400, 401, 403, 404, 410])(
  'requests a fresh presigned URL for status %d, a limited number of times',
  async (status) => {
    const good: Script = (response, request) => {
      if (request.url?.includes('fresh=2')) send(response, csvBody())
      else send(response, Buffer.from('no'), {}, status)
    }
    expect((await fetchOne(good)).fresh).toBe(2)
    folder = await freshFolder()
    await refused((response) => send(response, Buffer.from('no'), {}, status), /no longer valid/)
  }
)

test('renews an expiring presigned URL as long as each one adds to the file', async () => {
  const body = csvBody('2026-10-01,1,1\n'.repeat(50))
  const { content, fresh } = await fetchOne((response, request) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    // Each URL serves a tenth of the file.
    const tenth = Math.floor(from / (body.length / 10))
    const number = Number(/fresh=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
    if (number < tenth) return void send(response, Buffer.from('no'), {}, 403)
    const length = String(body.length - from)
    const range = from > 0 && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }
    response.writeHead(from > 0 ? 206 : 200, { etag: '"one"', 'content-length': length, ...range })
    const part = body.subarray(from, from + Math.ceil(body.length / 10))
    if (from + part.length >= body.length) return void response.end(part)
    response.write(part, () => response.destroy())
  })
  expect(content).toEqual(body)
  expect(fresh).toBeGreaterThan(5)
})

test('retries a failing host a few times', async () => {
  const { content } = await fetchOne((response, _request, count) =>
    count < 4
      ? send(response, Buffer.from('later'), { 'retry-after': '0' }, count === 1 ? 429 : 503)
      : send(response, csvBody())
  )
  expect(content).toEqual(csvBody())
  folder = await freshFolder()
  const before = server.asked.length
  await refused(
    (response) => send(response, Buffer.from('later'), {}, 503),
    /returned an error \(status 503\)/
  )
  expect(server.asked.length - before).toBe(5)
})
