import type { SocketEvents } from '#engine/connection/stream/types'
import { openWebSocket } from '#engine/connection/stream/web-socket'
import type { Connect } from './receive'

/** The app's stream socket. */
export const ownSocket: Connect = (address, sink) =>
  new Promise((resolve, reject) => {
    const refuse = (why: string) => reject(new Error(`The benchmark's socket did not open: ${why}`))
    const events: SocketEvents = {
      opened: () => resolve((text) => socket.send(text)),
      frame: (bytes) => sink(bytes as Buffer),
      pong: () => undefined,
      refused: (status) => refuse(`status ${status}`),
      closed: ({ code }) => refuse(`code ${code}`)
    }
    const request = { address, token: 'none', maxBytes: 16 * 2 ** 20, handshakeMilliseconds: 10_000 }
    const socket = openWebSocket()(request, events)
  })
