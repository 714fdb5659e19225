import { once } from 'node:events'
import { WebSocket } from 'ws'
import { readFrames } from '../../feed/frames'
import { sinkTotal } from '../sink'
import type { Load, Peer } from '../peer'
import { serve } from '../serve'

interface SocketLoad extends Load {
  readonly port: number
}

/** Returns a function that sends text. */
export type Connect = (address: string, sink: (frame: Buffer) => void) => Promise<(text: string) => void>

export const plainSocket: Connect = async (address, sink) => {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  socket.on('message', (data: Buffer) => sink(data))
  await once(socket, 'open')
  return (text) => socket.send(text)
}

/** Receives the feed from the sender's socket. */
export function serveReceiver(create: (load: Load) => Promise<Peer> | Peer, connect = plainSocket): void {
  let peer: Peer
  let send: (text: string) => void
  let left = 0
  let arrived: () => void = () => undefined
  const counts = { snapshots: 0, messages: 0 }

  const ask = (what: 'snapshots' | 'messages') =>
    new Promise<void>((resolve) => {
      left = counts[what]
      arrived = resolve
      send(what)
    })

  serve({
    async load(load: SocketLoad) {
      counts.snapshots = readFrames(load.snapshots).length
      counts.messages = readFrames(load.messages).length
      peer = await create(load)
      send = await connect(`ws://127.0.0.1:${load.port}`, (frame) => {
        peer.take(frame)
        left -= 1
        if (left === 0) arrived()
      })
    },
    /** Processor time including the network. */
    async round() {
      await ask('snapshots')
      const before = process.cpuUsage()
      await ask('messages')
      const { user, system } = process.cpuUsage(before)
      return (user + system) * 1000
    },
    touches: () => peer.touches(),
    total: sinkTotal
  })
}
