/**
 * Eight clients of the local sandbox, two of them too slow: `npm run soak -- sandbox [--seconds N] [--rate N]`.
 * Memory must stay flat, and only slow clients may be disconnected.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '5000' }
  },
  allowPositionals: true
})
const seconds = Number(values.seconds)
const root = path.dirname(path.dirname(import.meta.dirname))
const goodClients = 6
const sampleSeconds = 2
/** Buffers of slow clients fill and empty. */
const toleratedGrowth = 0.1
const megabyte = 1024 * 1024

const server = spawn(
  process.execPath,
  [path.join(root, 'scripts/sandbox.mjs'), '--json', '--seed', '1', '--rate', values.rate],
  { stdio: ['ignore', 'pipe', 'inherit'] }
)
const stop = () => server.kill('SIGTERM')
process.once('exit', stop)
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

const sandbox = await new Promise((resolve, reject) => {
  createInterface({ input: server.stdout }).once('line', (line) => resolve(JSON.parse(line)))
  server.once('exit', (code) => reject(new Error(`The sandbox ended with ${code} before it was ready.`)))
})

async function token() {
  const answer = await fetch(`${sandbox.auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: sandbox.client_id,
      client_secret: sandbox.client_secret,
      scope: 'exchange:read_aggregated_marketdata_stream'
    })
  })
  return (await answer.json()).access_token
}

async function control(method, name) {
  const answer = await fetch(`${sandbox.control_url}${name}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.control_key}` }
  })
  if (!answer.ok) throw new Error(`${method} ${name} answered ${answer.status}.`)
  return answer.json()
}

const channels = sandbox.markets.flatMap((market) =>
  ['market_data', 'execution_data'].map((type) => ({ type, params: { market } }))
)

async function connect() {
  const socket = new WebSocket(sandbox.ws_url, {
    headers: { authorization: `Bearer ${await token()}` },
    perMessageDeflate: false
  })
  socket.on('error', () => undefined)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('close', reject)
  })
  socket.send(JSON.stringify({ type: 'subscribe', channels }))
  return socket
}

let over = false
const faults = []

async function good(number) {
  const client = { messages: 0, book: { bids: new Map(), asks: new Map() } }
  const socket = await connect()
  socket.on('close', (code, reason) => {
    if (!over) faults.push(`Good client ${number} was cut off: ${code} ${reason}`)
  })
  socket.on('message', (data) => {
    client.messages += 1
    const { channel, payload } = JSON.parse(data)
    if (channel?.type !== 'market_data' || payload.market !== sandbox.markets[0]) return
    for (const side of ['bids', 'asks']) {
      if (payload.type === 'SNAPSHOT') client.book[side].clear()
      for (const { price, amount } of payload[side]) {
        if (Number(amount) === 0) client.book[side].delete(price)
        else client.book[side].set(price, amount)
      }
    }
  })
  return client
}

/** Repeatedly stops reading; reconnects when cut off. */
async function slow(deafFor, readsFor) {
  const client = { cuts: 0, reasons: new Set() }
  const again = async () => {
    const socket = await connect()
    const ended = new AbortController()
    socket.once('close', (code, reason) => {
      ended.abort()
      client.cuts += 1
      client.reasons.add(`${code} ${reason}`.trim())
      if (!over) void again().catch((error) => faults.push(`A slow client could not come back: ${error}`))
    })
    void (async () => {
      while (!ended.signal.aborted) {
        socket.pause()
        await wait(deafFor, undefined, { signal: ended.signal })
        socket.resume()
        if (readsFor > 0) await wait(readsFor, undefined, { signal: ended.signal })
        else await new Promise((resolve) => socket.once('message', resolve))
      }
    })().catch(() => undefined)
  }
  await again()
  return client
}

async function memory() {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

const goods = await Promise.all(Array.from({ length: goodClients }, (_, index) => good(index + 1)))
const slows = await Promise.all([slow(400, 0), slow(30_000, 3000)])
const samples = []
const end = Date.now() + seconds * 1000
while (Date.now() < end && server.exitCode === null) {
  await wait(sampleSeconds * 1000)
  samples.push(await memory())
  const rss = (samples.at(-1) / megabyte).toFixed(0)
  const cuts = slows.map((client) => client.cuts).join(' and ')
  process.stderr.write(`${samples.length * sampleSeconds} s: ${rss} MB, slow clients cut ${cuts} times\n`)
}
if (server.exitCode !== null) faults.push(`The sandbox exited with ${server.exitCode}.`)

// Compared while the market is paused.
await control('POST', '/pause')
const counts = () => goods.map((client) => client.messages).join()
for (let before = ''; before !== counts();) {
  before = counts()
  await wait(1000)
}
const truth = await control('GET', `/books/${sandbox.markets[0]}`)
for (const [index, { book }] of goods.entries()) {
  for (const side of ['bids', 'asks']) {
    const same =
      book[side].size === truth[side].length &&
      truth[side].every(({ price, amount }) => book[side].get(price) === amount)
    if (!same) faults.push(`Good client ${index + 1} holds other ${side} than the market.`)
  }
}
over = true

// The first third is the warm-up.
const third = Math.floor(samples.length / 3)
const early = median(samples.slice(third, 2 * third))
const late = median(samples.slice(2 * third))
const growth = late / early - 1
if (growth > toleratedGrowth) faults.push(`Memory grew by ${(growth * 100).toFixed(1)} %.`)
for (const [index, { cuts }] of slows.entries()) {
  if (cuts === 0 && seconds >= 60) faults.push(`Slow client ${index + 1} was never cut off.`)
}

const perSecond = Math.round(Math.min(...goods.map((client) => client.messages)) / seconds)
process.stdout.write(
  [
    `${seconds} s, ${perSecond} messages a second to each of ${goodClients} good clients`,
    `slow clients cut off ${slows.map(({ cuts }) => cuts).join(' and ')} times ` +
      `(${[...new Set(slows.flatMap(({ reasons }) => [...reasons]))].join('; ') || 'never'})`,
    `memory ${(early / megabyte).toFixed(0)} MB, then ${(late / megabyte).toFixed(0)} MB`,
    ...(faults.length === 0 ? ['It held.'] : faults)
  ].join('\n') + '\n'
)
process.exit(faults.length === 0 ? 0 : 1)
