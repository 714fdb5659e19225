import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addSeat, initDesk, removeSeat } from '#engine/feed/desk/index'
import { identityOf, type FeedAccess } from '#engine/connection/index'
import { readSeatFile } from '#engine/connection/seat-file'
import { FeedLive } from '#engine/feed/seat/feed-live'
import { testFeed } from '#engine/feed/seat/test-feed'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { freshFolder } from '../support/folder'
import { freePort, startNats } from './nats-server'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** In a shell of its own, with all that it starts. */
function runShell(script: string) {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  const child = spawn('bash', ['-e', '-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output.text += part.toString()))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  undo.push(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // Everything has ended.
    }
  })
  return { output, exit }
}

async function accessOf(file: string): Promise<FeedAccess> {
  const { draft, secret } = await readSeatFile(file)
  return { ...draft.feed!, identity: identityOf(secret!) }
}

const subjectsOf = ({ digest, servers }: FeedAccess) =>
  feedSubjects({ environment: 'local', restBase: '', clientId: '', feed: { digest, servers } })

async function follow(file: string): Promise<FeedLive> {
  const access = await accessOf(file)
  const live = new FeedLive({
    access,
    subjects: subjectsOf(access),
    staleAfter: 10_000,
    warn: () => undefined
  })
  undo.push(() => live.dispose())
  live.start()
  return live
}

const phaseOf = ({ status }: FeedLive) => [status.phase, status.problem?.code ?? null]

test('the commands of the document start a desk; a seat that is removed is cut off, and the other is not', async () => {
  const document = await readFile('docs/feed.md', 'utf8')
  const [, block = ''] = /```sh\n(.*?)```/s.exec(document) ?? []
  const folder = path.join(await freshFolder(), 'desk')
  const [sandbox, server] = [await freePort(), await freePort()]
  const script = block
    .replaceAll('18080', String(sandbox))
    .replaceAll('4222', String(server))
    .replace('"$HOME/leadline-desk"', `"${folder}"`)
  expect(script).toContain(folder)
  const shell = runShell(script)
  expect(await shell.exit, shell.output.text).toBe(0)
  expect(await readFile(path.join(folder, 'NEXT-STEPS.md'), 'utf8')).toContain(
    '\n   npm run --silent collect -- --config '
  )
  const [one, two] = [1, 2].map((number) => path.join(folder, 'seats', `Seat ${number}.json`)) as [
    string,
    string
  ]
  const seats = [await follow(one), await follow(two)] as const
  await expect
    .poll(() => seats.map(phaseOf), { timeout: 60_000 })
    .toEqual([
      ['subscribed', null],
      ['subscribed', null]
    ])
  expect(seats[0].seat.markets.markets.map(({ name }) => name).sort()).toEqual(['BTCUSD', 'ETHUSD'])

  const access = await accessOf(one)
  const { connection } = await connectFeed({ ...access, name: 'rogue' })
  undo.push(() => connection.close())
  const refused: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(status.error.message)
  })()
  const { frames, beat, keyOf, stream } = subjectsOf(access)
  const targets = [
    frames,
    beat,
    keyOf('BTCUSD'),
    `$JS.API.STREAM.DELETE.${stream}`,
    '$KV.leadline_v1_leases.x'
  ]
  for (const target of targets) connection.publish(target, Buffer.from('x'))
  await connection.flush()
  await expect.poll(() => refused.length).toBe(targets.length)

  // One that shares may send the feed, and reads nothing of it.
  await addSeat({ folder, name: 'Second collector', shares: true })
  const sharing = await accessOf(path.join(folder, 'seats', 'Second collector.json'))
  const sender = await connectFeed({ ...sharing, name: 'sharing' })
  undo.push(() => sender.connection.close())
  const denied: string[] = []
  void (async () => {
    for await (const status of sender.connection.status())
      if (status.type === 'error') denied.push(status.error.message)
  })()
  for (const target of [`${beat}`, keyOf('BTCUSD'), `$JS.API.STREAM.INFO.${stream}`])
    sender.connection.publish(target, Buffer.from('x'))
  sender.connection.subscribe(frames, { callback: () => undefined })
  await sender.connection.flush()
  await expect
    .poll(() => denied.map((message) => /Subscription|Publish/.exec(message)?.[0]))
    .toEqual(['Subscription'])

  const copy = await accessOf(two)
  await removeSeat({ folder, name: 'Seat 2' })
  const reload = runShell(`nats-server --signal reload="${folder}/server/nats.pid"`)
  expect(await reload.exit, reload.output.text).toBe(0)
  await expect.poll(() => phaseOf(seats[1]), { timeout: 30_000 }).toEqual(['refused', 'feed.refused'])
  await expect(connectFeed({ ...copy, name: 'again' })).rejects.toMatchObject({
    problem: { code: 'feed.refused' }
  })
  await expect.poll(() => phaseOf(seats[0]), { timeout: 30_000 }).toEqual(['subscribed', null])
  await expect(readdir(path.join(folder, 'seats'))).resolves.toEqual(['Seat 1.json', 'Second collector.json'])
})

const draft = {
  name: 'Desk',
  environment: 'sandbox',
  restBase: 'https://api.example.com/v2',
  tokenHost: 'https://auth.example.com',
  streamAddress: 'wss://stream.example.com/stream',
  clientId: 'desk'
} as const

test('a desk of several computers has a server that only its own authority vouches for, and no key that others can read', async () => {
  const folder = path.join(await freshFolder(), 'desk')
  const port = await freePort()
  const servers = [`tls://127.0.0.1:${port}`]
  await initDesk({ folder, servers, draft, markets: ['BTCUSD'], isInstalled: true })
  expect(await readFile(path.join(folder, 'NEXT-STEPS.md'), 'utf8')).toContain(
    '\n   leadline collect --config '
  )
  await addSeat({ folder, name: 'Late', days: 1 })
  const server = runShell(`cd "${folder}/server" && exec nats-server -c nats.conf`)
  await expect.poll(() => server.output.text, { timeout: 30_000 }).toContain('Server is ready')
  const access = await accessOf(path.join(folder, 'seats', 'Late.json'))
  const { connection } = await connectFeed({ ...access, name: 'seat' })
  expect(connection.info?.tls_required).toBe(true)
  await connection.close()
  const { authority: _authority, ...others } = access
  await expect(connectFeed({ ...others, name: 'seat' })).rejects.toMatchObject({
    problem: { code: 'feed.connect' }
  })
  const files = await readdir(folder, { recursive: true })
  const open: string[] = []
  for (const file of files) {
    const found = await stat(path.join(folder, file))
    if (/keys\/|seats\/|\.creds$|\.key$/.test(file) && found.isFile() && (found.mode & 0o077) !== 0)
      open.push(file)
  }
  expect(open).toEqual([])
  const expectFailure = (work: Promise<unknown>, code: string) =>
    expect(work).rejects.toMatchObject({ problem: { code } })
  await expectFailure(
    initDesk({ folder, servers, draft, markets: ['BTCUSD'], isInstalled: true }),
    'desk.there'
  )
  await expectFailure(addSeat({ folder, name: 'Late' }), 'desk.seat')
  await expectFailure(addSeat({ folder, name: '../x' }), 'desk.wrong')
  await expectFailure(removeSeat({ folder, name: 'Early' }), 'desk.seat')
  await expectFailure(addSeat({ folder: path.dirname(folder), name: 'Late' }), 'desk.none')
})

test('a test of a seat says what it found, or why it found nothing', async () => {
  const port = await freePort()
  const away = {
    servers: [`nats://127.0.0.1:${port}`],
    digest: '20df12314ad4',
    identity: { open: true }
  } as const
  await expect(testFeed({ ...away, servers: [...away.servers] }, 'local')).rejects.toMatchObject({
    problem: { code: 'feed.connect' }
  })
  const nats = await startNats()
  undo.push(() => nats.stop())
  const silent = { ...away, servers: [nats.url] }
  await expect(testFeed(silent, 'local')).rejects.toMatchObject({ problem: { code: 'feed.no-leader' } })
  const wrong = { ...silent, identity: { nkeySeed: `SU${'A'.repeat(56)}` } }
  await expect(testFeed(wrong, 'local')).rejects.toMatchObject({ problem: { code: 'feed.key' } })
})
