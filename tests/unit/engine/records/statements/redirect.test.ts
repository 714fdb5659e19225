import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { nextAddress } from '#engine/records/statements/download/address'
import { download } from '#engine/records/statements/download/download'
import { FileAddress } from '#shared/wire/statement-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import {
  startScriptedServer,
  type Script,
  type ScriptedServer
} from '../../../../integration/support/scripted-server'
import { csvBody, namesBelow, quickClock } from './support'

let service: ScriptedServer
let store: ScriptedServer
let folder: string
beforeEach(async () => {
  store = await startScriptedServer((response) => void response.end(csvBody()))
  service = await startScriptedServer((response) => void response.end())
  folder = await freshFolder()
})
afterEach(async () => {
  await service.close()
  await store.close()
})

async function fetchOne(script: Script) {
  service.reply = script
  const part = path.join(folder, 'file.part')
  let fresh = 0
  const addressOf = () => new FileAddress(`${service.origin}/file?signature=secret${(fresh += 1)}`)
  await download(
    { fetch, clock: quickClock, random: () => 0, disk: realDisk },
    {
      address: addressOf(),
      fresh: async () => addressOf(),
      part,
      place: folder,
      kind: 'csv',
      signal: new AbortController().signal
    }
  )
  return { content: await readFile(part), fresh }
}

const sendTo =
  (location: string, status = 307): Script =>
  (response) =>
    void response.writeHead(status, { location }).end('moved')

const refused = async (script: Script, words: RegExp) => {
  const thrown: unknown = await fetchOne(script).catch((problem: unknown) => problem)
  const { sentence, detail = '' } = (thrown as { problem: { sentence: string; detail?: string } }).problem
  expect(sentence).toMatch(words)
  expect(sentence + detail).not.toMatch(/secret/)
  expect(await namesBelow(folder)).toEqual([])
}

test.each([301, 302, 303, 307, 308])(
  'follows a redirect with status %d without credentials',
  async (status) => {
    const { content } = await fetchOne(sendTo(`${store.origin}/object?key=other`, status))
    expect(content).toEqual(csvBody())
    expect(store.asked.map(({ url, method }) => [method, url])).toEqual([['GET', '/object?key=other']])
    const { authorization, cookie, referer } = store.asked[0]!.headers
    expect([authorization, cookie, referer]).toEqual([undefined, undefined, undefined])
  }
)

test('follows a relative redirect, but not an endless chain', async () => {
  const once: Script = (response, { url }) =>
    url === '/other' ? void response.end(csvBody()) : sendTo('/other')(response, service.asked[0]!, 1)
  expect((await fetchOne(once)).content).toEqual(csvBody())
  folder = await freshFolder()
  const before = service.asked.length
  await refused(sendTo('/file?signature=secret'), /redirected too many times/)
  expect(service.asked.length - before).toBe(6)
})

test('resumes a download behind a redirect', async () => {
  const body = csvBody('2026-10-01,1,1\n'.repeat(50))
  store.reply = (response, { headers }, count) => {
    const etag = '"one"'
    if (count === 1) {
      response.writeHead(200, { etag, 'content-length': String(body.length) })
      return void response.write(body.subarray(0, 100), () => response.destroy())
    }
    expect([headers.range, headers['if-range']]).toEqual(['bytes=100-', etag])
    response.writeHead(206, { etag, 'content-range': `bytes 100-${body.length - 1}/${body.length}` })
    response.end(body.subarray(100))
  }
  expect((await fetchOne(sendTo(`${store.origin}/object`))).content).toEqual(body)
})

test('replaces an expired presigned URL behind a redirect', async () => {
  store.reply = (response, _request, count) =>
    count < 3 ? void response.writeHead(403).end() : void response.end(csvBody())
  const { content, fresh } = await fetchOne(sendTo(`${store.origin}/object`))
  expect([content, fresh]).toEqual([csvBody(), 3])
})

test.each([
  'http://files.test/secret',
  'file:///etc/secret',
  'data:text/csv,secret',
  'ftp://files.test/secret',
  'http://169.254.169.254/secret',
  'https://169.254.169.254/secret',
  'https://me:secret@files.test/',
  'http://[secret'
])('does not follow a redirect of the service to %s', async (location) => {
  await refused(sendTo(location), /redirected to a URL that Leadline does not open/)
  expect(service.asked).toHaveLength(1)
})

test('refuses a redirect without a target, and one from outside to this computer', async () => {
  await refused((response) => void response.writeHead(302).end(), /does not open/)
  await refused((response) => void response.writeHead(300).end(), /sent a redirect without a target/)
  const outside = new URL('https://files.test/x')
  expect(() => nextAddress(outside, 'http://127.0.0.1:8080/x')).toThrow(/network\.redirect/)
  for (const inward of [
    'https://localhost/x',
    'https://a.localhost/x',
    'https://localhost./x',
    'https://[::ffff:127.0.0.1]/x',
    'https://0.0.0.0/x',
    'https://[::]/x',
    'https://0x7f.1/x',
    'https://10.0.0.1/x',
    'https://[64:ff9b::192.168.0.1]/x',
    'https://[fd00::1]/x',
    'https://printer.local/x'
  ]) {
    expect(() => nextAddress(outside, inward), inward).toThrow(/network\.redirect/)
  }
  expect(nextAddress(outside, 'https://other.test/y').href).toBe('https://other.test/y')
  expect(nextAddress(outside, '../y').href).toBe('https://files.test/y')
})
