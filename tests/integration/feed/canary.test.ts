import { once } from 'node:events'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createUser } from '@nats-io/nkeys'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectFeed } from '#engine/feed/server/connect'
import { readMessage } from '#engine/feed/wire/messages'
import { startSandbox } from '#sandbox/index'
import { freshFolder } from '../support/folder'
import { recordedLines } from '../support/recorded-book'
import { clientId, clientSecret, startCollector } from './collectors'
import { startNats } from './nats-server'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** The platform's stream, which quotes what it was sent: the token of the handshake, and the client secret. */
async function startQuotingStream(target: string) {
  const tokens: string[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (client, { headers }) => {
    const { authorization = '' } = headers
    const token = authorization.replace('Bearer ', '')
    tokens.push(token)
    const platform = new WebSocket(target, { headers: { authorization } })
    const opened = new Promise((resolve) => platform.once('open', resolve))
    client.on('message', (data, binary) => void opened.then(() => platform.send(data, { binary })))
    platform.on('message', (data, binary) => client.send(data, { binary }))
    const quoted = { type: 'error', error: 'QUOTED', message: `for ${token} of ${clientSecret}` }
    void opened.then(() => client.send(JSON.stringify(quoted)))
    for (const socket of [client, platform]) socket.on('error', () => undefined)
    client.on('close', () => platform.terminate())
    platform.on('close', () => client.terminate())
  })
  undo.push(async () => {
    for (const client of server.clients) client.terminate()
    server.close()
    await once(server, 'close')
  })
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    cut: () => server.clients.forEach((client) => client.terminate())
  }
}

/** Everything on the bus, with what is compressed in it. */
async function listen(url: string, nkeySeed: string) {
  const { connection } = await connectFeed({ servers: [url], identity: { nkeySeed }, name: 'admin' })
  undo.push(() => connection.close())
  const parts: string[] = []
  connection.subscribe('>', {
    callback(_error, { subject, headers, data }) {
      const message = readMessage(data)
      if (message?.kind === 'keyframe') parts.push(gunzipSync(message.body).toString('latin1'))
      const lines = [...(headers ?? [])].flatMap(([key, values]) => [key, ...values])
      parts.push(subject, ...lines, Buffer.from(data).toString('latin1'))
    }
  })
  await connection.flush()
  return () => parts.join('\n')
}

async function filesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')
}

/** As text, and as it would be within base64, a URL or hexadecimal digits. */
const formsOf = (secret: string): string[] => [
  secret,
  ...[0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + secret)
      .toString('base64')
      .slice(4, -4)
  ),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex')
]

test('no secret of a collector reaches the bus, the log of the server or the files of its stream', async () => {
  const [collector, admin] = [createUser(), createUser()]
  const seedOf = (user: typeof collector) => Buffer.from(user.getSeed()).toString()
  const users = [collector, admin].map((user) => `{ nkey: ${user.getPublicKey()} }`).join(', ')
  const nats = await startNats(`debug: true\ntrace: true\nauthorization { users: [ ${users} ] }`)
  undo.push(() => nats.stop())
  const heard = await listen(nats.url, seedOf(admin))
  const sandbox = await startSandbox({ clientId, clientSecret, rate: 200, addresses: 0 })
  undo.push(() => sandbox.close())
  const stream = await startQuotingStream(sandbox.description.ws_url)
  const folder = await freshFolder()
  const seedFile = path.join(folder, 'seed')
  await writeFile(seedFile, seedOf(collector))
  await chmod(seedFile, 0o600)
  const recordings = path.join(folder, 'recordings')
  const started = await startCollector(
    { description: { ...sandbox.description, ws_url: stream.address } },
    { servers: [nats.url], nkey: { file: seedFile } },
    { recording: { folder: recordings } }
  )
  undo.push(() => started.kill())
  await expect.poll(() => stream.tokens.length).toBe(1)
  await expect.poll(() => heard()).toContain('"phase":"subscribed"')
  stream.cut()
  await expect.poll(() => stream.tokens.length).toBe(2)
  const keyframes = () => heard().split('.key.').length
  const before = keyframes()
  await expect.poll(() => keyframes(), { timeout: 15_000 }).toBeGreaterThan(before)
  started.child.kill('SIGTERM')
  expect(await started.exit).toBe(0)

  const places = {
    bus: heard(),
    log: nats.output.text,
    store: await filesBelow(nats.store),
    recording: JSON.stringify(await recordedLines(recordings)),
    output: started.output.text
  }
  // The platform's quotes travelled, and each place has something to find.
  expect(places.bus).toContain('QUOTED')
  expect(places.recording).toContain('QUOTED')
  expect(places.log).toContain('market_data')
  expect(places.store).toContain('leadline_v1')
  const secrets = [clientSecret, seedOf(collector), ...stream.tokens].flatMap(formsOf)
  for (const [place, text] of Object.entries(places))
    expect([place, secrets.filter((secret) => text.includes(secret))]).toEqual([place, []])
})
