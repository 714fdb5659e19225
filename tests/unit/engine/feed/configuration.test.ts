import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from '#engine/feed/collect/configuration'
import type { ProblemError } from '#shared/domain/base/problem'
import { serveHealth } from '#engine/feed/collect/health'
import { readSecret } from '#engine/feed/collect/secrets'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-test-'))
})

const whole = {
  feed: { servers: ['tls://feed.example.com:4222'], caFile: 'ca.pem', nkey: { file: 'keys/collector.nk' } },
  connection: {
    environment: 'production',
    restBase: 'https://api.example.com',
    tokenHost: 'https://auth.example.com',
    streamAddress: 'wss://stream.example.com',
    clientId: 'desk',
    clientSecret: { credential: 'client-secret' }
  },
  markets: ['BTCUSD']
}
const problem = (sentence: string) =>
  expect.objectContaining({ problem: expect.objectContaining({ sentence }) })
const saying = (part: string) => problem(expect.stringContaining(part) as string)

async function read(content: unknown) {
  const file = path.join(folder, 'collector.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readConfiguration(file)
}

describe('the configuration', () => {
  it('has paths relative to its file, and the usual limits', async () => {
    const { feed, recording, staleAfter, name } = await read({ ...whole, recording: { folder: 'data' } })
    expect(feed.nkey).toEqual({ file: path.join(folder, 'keys/collector.nk') })
    expect(feed.caFile).toBe(path.join(folder, 'ca.pem'))
    const usual = { days: 14, gigabytes: 10, stampAuthority: '' }
    expect(recording).toEqual({ folder: path.join(folder, 'data'), ...usual })
    const shared = await read({ ...whole, recording: { folder: 'data', shared: { folder: 'common' } } })
    expect(shared.recording!.shared).toEqual({
      folder: path.join(folder, 'common'),
      objectStore: false,
      days: 30,
      gigabytes: 50,
      every: 300
    })
    expect([staleAfter, name]).toEqual([10, 'collector'])
  })

  it.each([
    ['{"clientSecret": canary}', 'is not valid JSON'],
    [{ ...whole, markets: [] }, 'collector.json: markets: '],
    [{ ...whole, market: ['A'] }, 'collector.json: market: '],
    [
      { ...whole, recording: { folder: 'a', stampAuthority: 'http://stamps.example.com' } },
      'collector.json: recording.stampAuthority: '
    ],
    [{ ...whole, recording: { folder: 'a', shared: {} } }, 'collector.json: recording.shared: '],
    [
      { ...whole, recording: { folder: 'a', shared: { folder: 'b', every: 420 } } },
      'collector.json: recording.shared.every: '
    ],
    [
      { ...whole, recording: { folder: 'a', shared: { folder: 'b', objectStore: true } } },
      'collector.json: recording.shared: '
    ],
    [{ ...whole, port: 70_000 }, 'collector.json: port: '],
    [{ ...whole, feed: { servers: [3] } }, 'collector.json: feed.servers.0: '],
    [{ ...whole, connection: { ...whole.connection, clientSecret: 'canary' } }, 'connection.clientSecret: '],
    [{ ...whole, connection: { ...whole.connection, environment: 'live' } }, 'connection.environment: ']
  ])('says where %j is wrong', async (content, part) => {
    const thrown = await read(content).catch((problem: unknown) => problem)
    const { sentence } = (thrown as ProblemError).problem
    expect(sentence).toContain(part)
    // A secret in the wrong place is not repeated.
    expect(sentence).not.toContain('canary')
  })

  it('says that its file is missing', async () => {
    await expect(readConfiguration(path.join(folder, 'none.json'))).rejects.toThrow(
      saying('cannot be read: there is no such file')
    )
  })
})

describe('a secret', () => {
  const ports = { credentials: undefined, keychain: async () => null }
  const written = async (text: string, mode: number) => {
    const file = path.join(folder, 'secret')
    await writeFile(file, text)
    await chmod(file, mode)
    return file
  }

  it('is read from a file that only its owner can read', async () => {
    expect(await readSecret({ file: await written(' word \n', 0o600) }, ports)).toBe('word')
    for (const mode of [0o640, 0o604, 0o660])
      await expect(readSecret({ file: await written('word', mode) }, ports)).rejects.toThrow(
        saying('chmod 600')
      )
    await expect(readSecret({ file: await written(' \n', 0o600) }, ports)).rejects.toThrow(saying('is empty'))
    await expect(readSecret({ file: folder }, ports)).rejects.toThrow(saying('secret'))
  })

  it('is read from the credentials of systemd', async () => {
    await written('word', 0o440)
    expect(await readSecret({ credential: 'secret' }, { ...ports, credentials: folder })).toBe('word')
    await expect(readSecret({ credential: 'secret' }, ports)).rejects.toThrow(saying('LoadCredential'))
  })

  it('is read from the keychain', async () => {
    const keychain = async (account: string) => (account === 'desk' ? 'word' : null)
    expect(await readSecret({ keychain: 'desk' }, { ...ports, keychain })).toBe('word')
    await expect(readSecret({ keychain: 'other' }, { ...ports, keychain })).rejects.toThrow(
      saying('keychain')
    )
  })
})

describe('health', () => {
  const start = (isHealthy: boolean) =>
    serveHealth({
      port: 0,
      health: () => ({ isHealthy }),
      metrics: () => ({ leadline_items_total: { help: 'Items', value: 3 } })
    })

  it('is served to this computer by its own name only', async () => {
    const { address, close } = await start(false)
    try {
      expect((await fetch(`${address}/health`)).status).toBe(503)
      expect(await (await fetch(`${address}/metrics`)).text()).toBe(
        '# HELP leadline_items_total Items\n# TYPE leadline_items_total counter\nleadline_items_total 3\n'
      )
      expect((await fetch(`${address}/else`)).status).toBe(404)
      expect((await fetch(`${address}/health`, { method: 'POST' })).status).toBe(405)
      const { request } = await import('node:http')
      const status = await new Promise((resolve) =>
        request(`${address}/health`, { headers: { host: 'evil.example' } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).end()
      )
      expect(status).toBe(421)
    } finally {
      close()
    }
  })

  it('says that its port is in use', async () => {
    const { address, close } = await start(true)
    const port = Number(new URL(address).port)
    await expect(
      serveHealth({ port, health: () => ({ isHealthy: true }), metrics: () => ({}) })
    ).rejects.toThrow(saying(`127.0.0.1:${port}`))
    close()
  })
})
