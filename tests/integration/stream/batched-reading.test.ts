import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Socket } from '#engine/connection/stream/types'
import { openWebSocket } from '#engine/connection/stream/web-socket'

const never = 2 ** 30
const clean: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const each of clean.splice(0).reverse()) await each()
})

/** Both ends of one connection. */
async function connect(readPause: () => number) {
  const http = createServer()
  const server = new WebSocketServer({ server: http })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  clean.push(async () => {
    for (const client of server.clients) client.terminate()
    await new Promise((resolve) => http.close(resolve))
  })
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const frames: string[] = []
  const seen = { opened: false, pongs: 0, closed: false }
  let wake = () => {}
  const note = (record: () => void) => {
    record()
    wake()
  }
  const socket: Socket = openWebSocket({ readPause })(
    {
      address: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
      token: 'none',
      maxBytes: 2 ** 20,
      handshakeMilliseconds: 10_000
    },
    {
      opened: () => note(() => (seen.opened = true)),
      frame: (bytes) => note(() => frames.push(Buffer.from(bytes).toString())),
      pong: () => note(() => (seen.pongs += 1)),
      refused: () => {},
      closed: () => note(() => (seen.closed = true))
    }
  )
  clean.push(() => socket.terminate())
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((resolve) => (wake = resolve))
  }
  const service = await accepted
  const send = (text: string) => new Promise<void>((resolve) => service.send(text, () => resolve()))
  await until(() => seen.opened)
  return { socket, service, frames, seen, until, send }
}

/** Enough for a socket that is being read to deliver what is in its buffer. */
async function turns() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('leaves messages unread during the pause, and reads them at once when a ping is sent', async () => {
  const { socket, frames, seen, until, send } = await connect(() => never)
  await send('first')
  await until(() => frames.length === 1)
  await send('second')
  await send('third')
  await turns()
  expect(frames).toEqual(['first'])
  socket.ping()
  await until(() => seen.pongs === 1)
  expect(frames).toEqual(['first', 'second', 'third'])
})

it('reads on without a pause while the answer to a ping is due', async () => {
  const { socket, service, frames, seen, until, send } = await connect(() => never)
  service.pause()
  socket.ping()
  await send('first')
  await until(() => frames.length === 1)
  await send('second')
  await until(() => frames.length === 2)
  service.resume()
  await until(() => seen.pongs === 1)
})

it('does not pause after a large read', async () => {
  const { frames, until, send } = await connect(() => never)
  const large = 'x'.repeat(40_000)
  await send(large)
  await until(() => frames.length === 1)
  await send('next')
  await until(() => frames.length === 2)
})

it('delivers everything in order with any pauses, also before the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(70_000), { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
      async (lengths, pauses) => {
        let reads = 0
        const { service, frames, seen, until } = await connect(() => pauses[reads++ % pauses.length]!)
        const sent = lengths.map((length, index) => `${index} `.padEnd(length, '.'))
        for (const text of sent) service.send(text)
        service.close(1000)
        await until(() => seen.closed)
        expect(frames).toEqual(sent)
      }
    ),
    { numRuns: 40 }
  )
})
