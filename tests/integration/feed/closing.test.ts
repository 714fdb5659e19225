import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { NatsConnection } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import { connectFeed } from '#engine/feed/server/connect'

const socketOf = (connection: NatsConnection) =>
  (connection as unknown as { readonly protocol: { readonly transport: { readonly socket: Socket } } })
    .protocol.transport.socket

/** Answers nothing but the first ping, and reads nothing after it. */
async function deafServer() {
  const server = createServer({ allowHalfOpen: true })
  const accepted = once(server, 'connection').then(([socket]: Socket[]) => {
    if (!socket) throw new Error('no socket')
    socket.on('error', () => undefined)
    socket.write('INFO {"server_id":"a","version":"2.12.0","max_payload":1048576,"headers":true}\r\n')
    socket.on('data', (data: Buffer) => {
      if (!data.includes('PING')) return
      socket.write('PONG\r\n')
      socket.pause()
    })
    return socket
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    const socket = await accepted
    socket.destroy()
    server.close()
  })
  return { url: `nats://127.0.0.1:${port}`, accepted }
}

test('a connection that its server has just ended can be closed while it still sends', async () => {
  const { url, accepted } = await deafServer()
  const { connection } = await connectFeed({ servers: [url], identity: { open: true }, name: 'test' })
  const socket = socketOf(connection)
  for (let sent = 0; sent < 20; sent += 1) connection.publish('a', Buffer.alloc(1_000_000))
  ;(await accepted).end()
  await expect.poll(() => socket.writableEnded).toBe(true)
  expect(socket.writableFinished).toBe(false)
  connection.publish('a', 'late')
  await connection.close()
  await expect.poll(() => socket.closed).toBe(true)
  expect(socket.errored?.message).toBe('write after end')
})
