import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RawFrames } from '#engine/app/diagnostics/index'
import { createRedactor } from '#engine/base/log/index'
import { readLogTail } from '#main/app/diagnostics/log-tail'
import { setUpSupport } from '#main/app/diagnostics/support'
import { supportNames } from '#shared/contract/app/diagnostics-stream'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'

const secret = 'client-secret with "quotes" & signs/0042'
const token = 'opaque-access-token-0123456789abcdef'
const webToken = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl'
const clientId = 'desk-client-7731'
/** Secrets in every form. */
const hidden = [
  secret,
  token,
  webToken,
  clientId,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret)
]

let folder: string
let logs: string
let target: string | null
let released: (() => void)[]
const window = { windowId: 'one' }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-support-'))
  logs = folder
  target = path.join(folder, 'support.zip')
  released = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function make(more: { readonly timeline?: () => string } = {}) {
  const redactor = createRedactor()
  redactor.keep(secret)
  redactor.keep(token)
  const rest = () => new Promise<void>((done) => setImmediate(done))
  const frames = new RawFrames({ redactor, rest })
  frames.sent(`{"type":"subscribe","authorization":"Bearer ${token}"}`, 1)
  frames.received(
    new TextEncoder().encode(`{"type":"error","error":"X","message":"${webToken} ${token}"}`),
    false,
    2
  )
  const sent = more.timeline ?? (() => `Refused: ${token}`)
  return setUpSupport({
    now: () => new Date(2026, 9, 5, 7, 8),
    askForFile: (suggestion) => {
      expect(suggestion).toBe('leadline-support-2026-10-05-0708.zip')
      return Promise.resolve(target)
    },
    later: (_milliseconds, call) => {
      released.push(call)
      return () => undefined
    },
    sources: {
      versions: () => ({
        version: '0.1.0',
        argument: `--proxy=http://me:${encodeURIComponent(secret)}@proxy`
      }),
      settings: () => ({ theme: 'dark' }),
      connections: () => ({
        profiles: [
          {
            id: 'desk',
            name: 'Desk',
            environment: 'sandbox',
            restBase: `https://me:${encodeURIComponent(secret)}@api.example/v2`,
            tokenHost: 'https://auth.example',
            streamAddress: `wss://stream.example/?access_token=${token}`,
            clientId,
            features: { markets: true, addresses: true, conversions: true, statements: true },
            builtIn: false,
            secret: 'keychain',
            writeAccess: null
          }
        ],
        checkingWrites: null,
        status: {
          profileId: 'desk',
          phase: 'refused',
          sentence: `The service said ${secret}.`,
          since: 1,
          problem: null,
          retryAt: null,
          troubles: [],
          tokenExpiresAt: null,
          granted: []
        },
        keychain: { state: 'ready', sentence: '' }
      }),
      timeline: () => [{ id: 1, at: 1, kind: 'bad', words: sent(), count: 3 }],
      health: () => [
        {
          at: 1000,
          loopDelay: 2.25,
          heap: 80,
          stream: {
            messages: 12,
            bytes: 3000,
            latency: { p50: 4.5, p99: 9 },
            clockOffset: -3.5,
            paint: null,
            queue: 2
          }
        }
      ],
      stream: () => ({
        feed: null,
        books: [],
        counts: Object.fromEntries(countNames.map((name, index) => [name, index])) as StreamCounts
      }),
      frames: (query) => frames.list(query),
      log: () => readLogTail(logs),
      redactor,
      rest
    }
  })
}

/** Independent of the writer. */
function unzip(file: Buffer): Map<string, string> {
  const entries = new Map<string, string>()
  let at = 0
  while (file.readUInt32LE(at) === 0x04034b50) {
    const packed = file.readUInt32LE(at + 18)
    const nameLength = file.readUInt16LE(at + 26)
    const start = at + 30 + nameLength + file.readUInt16LE(at + 28)
    const content = inflateRawSync(file.subarray(start, start + packed)).toString('utf8')
    entries.set(file.toString('utf8', at + 30, at + 30 + nameLength), content)
    at = start + packed
  }
  return entries
}
const saved = async () => unzip(await readFile(path.join(folder, 'support.zip')))

describe('the support file', () => {
  it('contains the listed contents without secrets', async () => {
    await writeFile(
      path.join(logs, 'leadline.log'),
      `INFO asked with client_secret=${encodeURIComponent(secret)}\nINFO later learnt ${token}\n`
    )
    const support = make()
    const listed = await support.supportContents(undefined, window)
    expect(listed.map(({ name }) => name)).toEqual([...supportNames])
    const outcome = await support.saveSupport({ names: [...supportNames] }, window)
    const entries = await saved()
    expect([...entries.keys()]).toEqual(listed.map(({ file }) => file))
    for (const { file, bytes, about } of listed) {
      expect(Buffer.byteLength(entries.get(file)!), file).toBe(bytes)
      expect(about).toMatch(/\.$/)
    }
    const everything = [...entries.values()].join('\n')
    for (const text of hidden) expect(everything).not.toContain(text)
    const packed = await readFile(path.join(folder, 'support.zip'))
    for (const text of hidden) expect(packed.includes(text)).toBe(false)
    expect(outcome).toEqual({ path: target, bytes: packed.length })
  })

  it('contains figures, counts, frames, timeline and log', async () => {
    await writeFile(path.join(logs, 'leadline.1.log'), 'INFO the older log\n')
    await writeFile(path.join(logs, 'leadline.log'), 'INFO the newer log\n')
    const support = make({ timeline: () => 'Socket closed (1006)' })
    await support.saveSupport({ names: [...supportNames] }, window)
    const entries = await saved()
    expect(entries.get('figures.csv')!.split('\n').slice(0, 2)).toEqual([
      expect.stringContaining('time,loop_delay_ms,heap_bytes,messages_per_second'),
      '1970-01-01T00:00:01.000Z,2.25,80,12,3000,4.5,9,-3.5,,,2'
    ])
    expect(entries.get('counts.txt')!.split('\n')).toHaveLength(countNames.length + 1)
    expect(entries.get('frames.txt')).toContain('#1 1970-01-01T00:00:00.001Z out control')
    expect(entries.get('timeline.txt')).toContain('Socket closed (1006) (3 times)')
    expect(entries.get('log.txt')).toBe('INFO the older log\nINFO the newer log\n')
    expect(entries.get('connections.json')).toContain('"clientId": "set, omitted"')
  })

  it('contains exactly the chosen contents', async () => {
    let words = 'before'
    const support = make({ timeline: () => words })
    await support.supportContents(undefined, window)
    words = 'after'
    await support.saveSupport({ names: ['timeline', 'versions'] }, window)
    const entries = await saved()
    expect([...entries.keys()]).toEqual(['versions.json', 'timeline.txt'])
    expect(entries.get('timeline.txt')).toContain('before')
  })

  it('is not written if cancelled', async () => {
    target = null
    const support = make()
    await support.supportContents(undefined, window)
    expect(await support.saveSupport({ names: ['log'] }, window)).toBeNull()
  })

  it('reports if it is not writable', async () => {
    await writeFile(path.join(folder, 'a-file'), '')
    target = path.join(folder, 'a-file', 'support.zip')
    await expect(make().saveSupport({ names: ['log'] }, window)).rejects.toMatchObject({
      problem: { code: 'support.unwritten', sentence: expect.stringContaining('could not be written') }
    })
  })

  it('drops the listed contents after a while', async () => {
    let words = 'before'
    const support = make({ timeline: () => words })
    await support.supportContents(undefined, window)
    released.forEach((release) => release())
    words = 'after'
    await support.saveSupport({ names: ['timeline'] }, window)
    expect((await saved()).get('timeline.txt')).toContain('after')
  })
})

it('reads the end of a long log from a whole line', async () => {
  const line = `${'x'.repeat(99)}\n`
  await writeFile(path.join(logs, 'leadline.log'), line.repeat(20_000))
  const tail = await readLogTail(logs)
  expect(tail.length).toBeLessThanOrEqual(512 * 1024)
  expect(tail.length).toBeGreaterThan(500 * 1024)
  expect(tail.length % line.length).toBe(0)
})
