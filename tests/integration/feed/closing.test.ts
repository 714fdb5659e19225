import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectFeed } from '#engine/feed/server/connect'

/** With the client's socket, which it does not hand out. */
async function withSocket<T>(port: number, connect: () => Promise<T>) {
  const sockets: Socket[] = []
  const note = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return
    if (message.socket instanceof Socket) sockets.push(message.socket)
  }
  subscribe('net.client.socket', note)
  const value = await connect()
  unsubscribe('net.client.socket', note)
  const socket = sockets.find(({ remotePort }) => remotePort === port)
  if (!socket) throw new Error('The client opened no socket.')
  return { value, socket }
}

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
  return { port, accepted }
}

test('a connection that its server has just ended can be closed while it still sends', async () => {
  const { port, accepted } = await deafServer()
  const url = `nats://127.0.0.1:${port}`
  const { value, socket } = await withSocket(port, () =>
    connectFeed({ servers: [url], identity: { open: true }, name: 'test' })
  )
  const { connection } = value
  for (let sent = 0; sent < 20; sent += 1) connection.publish('a', Buffer.alloc(1_000_000))
  ;(await accepted).end()
  await expect.poll(() => socket.writableEnded).toBe(true)
  expect(socket.writableFinished).toBe(false)
  connection.publish('a', 'late')
  await connection.close()
  await expect.poll(() => socket.closed).toBe(true)
  expect(socket.errored?.message).toBe('write after end')
})
