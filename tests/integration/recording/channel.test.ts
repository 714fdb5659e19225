import { readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { systemClock, type Clock } from '#engine/base/clock'
import { RequestReceiver } from '#engine/recording/channel/receiver'
import { emptyChannelFolder, withChannel } from '#engine/recording/channel/sender'
import type { ChannelMessage } from '#engine/recording/channel/requests'
import type { RecorderRequest } from '#engine/recording/messages'
import { freshFolder } from '../support/folder'

type Message = RecorderRequest | ChannelMessage

let folder: string
let messages: Message[]
let isKilled: boolean
let listeners: (() => void)[]
const timers = new Set<() => void>()
const ended = () => listeners.forEach((listener) => listener())
beforeEach(async () => {
  folder = path.join(await freshFolder(), 'recorder')
  await emptyChannelFolder(folder)
  messages = []
  listeners = []
  isKilled = false
  timers.clear()
  return ended
})

const clock: Clock = {
  ...systemClock,
  later(_, call) {
    timers.add(call)
    return () => timers.delete(call)
  }
}

/** With a recorder to which a test passes messages on, or not. */
const channelTo = (pass: (message: Message) => void, place = folder) =>
  withChannel(
    clock,
    {
      send(message) {
        messages.push(message)
        pass(message)
      },
      onReply: () => {},
      onEnd: (listener) => void listeners.push(listener),
      kill: () => void (isKilled = true)
    },
    place
  )

const chunk = (first: number, length = 10): RecorderRequest => ({
  kind: 'chunk',
  opening: 1,
  base: 1,
  chunk: { first, count: 1, epoch: 0, bytes: new Uint8Array(length).fill(first) }
})
const firsts = (requests: readonly Message[]) =>
  requests.flatMap((request) => (request.kind === 'chunk' ? [request.chunk.first] : []))
const offer = async () => {
  const isOffered = () => messages.find(({ kind }) => kind === 'connect')
  await expect.poll(isOffered).toBeDefined()
  return isOffered() as Extract<ChannelMessage, { kind: 'connect' }>
}
const isClosed = (socket: Socket) => expect.poll(() => socket.closed).toBe(true)
const isConnected = () => messages.some(({ kind }) => kind === 'connected')

test('the order is kept from messages to the socket, and nothing stays in the folder', async () => {
  const received: RecorderRequest[] = []
  const receiver = new RequestReceiver((request) => received.push(request))
  // Messages arrive late, so the socket overtakes them.
  const recorder = channelTo((message) => setTimeout(() => receiver.message(message), 20))
  let sent = 0
  const sendUntil = async (isOver: () => boolean) => {
    await expect
      .poll(
        () => {
          recorder.send(chunk(sent++, 1 + (sent % 7) * 90_000))
          return isOver()
        },
        { interval: 1 }
      )
      .toBe(true)
  }
  await sendUntil(isConnected)
  const byMessage = firsts(messages).length
  await sendUntil(() => sent > byMessage + 40)
  expect(firsts(messages)).toHaveLength(byMessage)
  recorder.send({ kind: 'close' })
  await expect.poll(() => received.at(-1)?.kind).toBe('close')
  expect(firsts(received)).toEqual(Array.from({ length: sent }, (_, index) => index))
  expect(await readdir(folder)).toEqual([])
})

test('refuses everyone without the token, and the recorder still gets in', async () => {
  const recorder = channelTo(() => {})
  const { file, token } = await offer()
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const wrong = Buffer.from(token)
  wrong[31]! ^= 1
  for (const given of [wrong, token.subarray(0, 31), Buffer.concat([token, token])]) {
    const stranger = connect(file).on('error', () => {})
    stranger.resume().write(given)
    await isClosed(stranger)
    recorder.send(chunk(1))
  }
  expect(isConnected()).toBe(false)
  expect(firsts(messages)).toEqual([1, 1, 1])
  const own = connect(file)
  let bytes = 0
  own.on('data', (piece) => (bytes += piece.length)).write(token)
  await expect.poll(isConnected).toBe(true)
  recorder.send(chunk(2))
  await expect.poll(() => bytes).toBeGreaterThan(0)
  expect(firsts(messages)).toEqual([1, 1, 1])
  const late = connect(file).on('error', () => {})
  await isClosed(late)
  own.destroy()
})

test('a recorder whose socket was closed is ended, unless it ends itself', async () => {
  for (const endsItself of [true, false]) {
    messages = []
    channelTo(() => {})
    const { file, token } = await offer()
    const own = connect(file)
    own.write(token)
    await expect.poll(isConnected).toBe(true)
    own.destroy()
    await expect.poll(() => timers.size).toBe(1)
    if (endsItself) ended()
    for (const ring of timers) ring()
    expect(isKilled).toBe(!endsItself)
  }
})

test.each([
  ['is missing', (place: string) => Promise.resolve(path.join(place, 'missing'))],
  ['has too long a path', (place: string) => Promise.resolve(path.join(place, 'x'.repeat(100)))],
  [
    'is a file',
    async (place: string) => {
      await writeFile(path.join(place, 'file'), '')
      return path.join(place, 'file')
    }
  ]
])('requests remain messages if the folder %s', async (_, placeOf) => {
  const recorder = channelTo(() => {}, await placeOf(folder))
  for (let first = 0; first < 5; first++) {
    await new Promise((resolve) => setImmediate(resolve))
    recorder.send(chunk(first))
  }
  expect(firsts(messages)).toEqual([0, 1, 2, 3, 4])
  expect(messages).toHaveLength(5)
})

test('what a killed app left in the folder is removed, but not what a link in it points to', async () => {
  const other = await freshFolder()
  await writeFile(path.join(other, 'kept'), '')
  await writeFile(path.join(folder, 'left'), '')
  await symlink(other, path.join(folder, 'link'))
  await emptyChannelFolder(folder)
  expect(await readdir(folder)).toEqual([])
  expect(await readdir(other)).toEqual(['kept'])
})
