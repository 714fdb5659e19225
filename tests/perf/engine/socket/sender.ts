import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { readFrames, Times } from '../../feed/frames'
import type { Load } from '../peer'
import { serve } from '../serve'

const text = 0x81
const chunkBytes = 64 * 1024

function framed(message: Buffer): Buffer {
  const { length } = message
  if (length < 126) return Buffer.concat([Buffer.from([text, length]), message])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = text
  head[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, message])
}

/** Like a busy connection: many in one chunk, split anywhere. */
function chunked(messages: readonly Buffer[]): Buffer[] {
  const all = Buffer.concat(messages.map(framed))
  const count = Math.ceil(all.length / chunkBytes)
  return Array.from({ length: count }, (_, index) =>
    all.subarray(index * chunkBytes, (index + 1) * chunkBytes)
  )
}

const frames: { snapshots: Buffer[]; messages: Buffer[] } = { snapshots: [], messages: [] }
let times = new Times([])

async function write(socket: Duplex, chunks: readonly Buffer[]): Promise<void> {
  for (const chunk of chunks) if (!socket.write(chunk)) await once(socket, 'drain')
}

/** The feed's time continues. */
function answer(client: WebSocket, socket: Duplex): void {
  let turns = 0
  let messages: Buffer[] = []
  client.on('message', (wanted) => {
    if (String(wanted) === 'messages') return void write(socket, messages)
    times.shift(turns * times.seconds)
    turns += 1
    messages = chunked(frames.messages)
    void write(socket, chunked(frames.snapshots))
  })
}

/** ws handles the handshake; frames are prepared, so that the sender is never the bottleneck. */
serve({
  async load(load: Load) {
    frames.snapshots = readFrames(load.snapshots)
    frames.messages = readFrames(load.messages)
    times = new Times([...frames.snapshots, ...frames.messages])
    const http = createServer()
    const server = new WebSocketServer({ noServer: true })
    http.on('upgrade', (request, socket, head) => {
      server.handleUpgrade(request, socket, head, (client) => answer(client, socket))
    })
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const address = http.address()
    return typeof address === 'object' && address ? address.port : 0
  }
})
