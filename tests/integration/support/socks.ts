import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Byte by byte, to test split replies. */
export async function startSocks(status = 0) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    client.once('data', (greeting) => {
      if (greeting[0] !== 5) return client.destroy()
      client.write(Buffer.from([5]))
      client.write(Buffer.from([0]))
      client.once('data', (request) => {
        const length = request[4]!
        const port = request.readUInt16BE(5 + length)
        asked.push(`${request.subarray(5, 5 + length).toString()}:${port}`)
        for (const byte of [5, status, 0, 1, 0, 0, 0, 0, 0, 0]) client.write(Buffer.from([byte]))
        if (status !== 0) return client.end()
        const target = connect(port, '127.0.0.1')
        sockets.add(target.on('error', () => client.destroy()))
        client.pipe(target).pipe(client)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}
