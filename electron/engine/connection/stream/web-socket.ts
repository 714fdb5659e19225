import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { type ClientOptions, type RawData, WebSocket } from 'ws'
import { boundedBody } from './bounded-body'
import { FrameQueue } from './frame-queue'
import type { OpenSocket, Socket, SocketEvents } from './types'

export interface WebSocketOptions {
  /** The way to the address, for example through a proxy. */
  readonly agent?: (address: string) => Agent
  /** The other end has so long to answer our goodbye. */
  readonly goodbyeMilliseconds?: number
}

/** What the library finds wrong with a frame, by the close code that RFC 6455 has for it. */
const frameErrors: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008
}

/** The sockets of the stream: Node's own network, so that the bearer token can be in the handshake. */
export function openWebSocket({ agent, goodbyeMilliseconds = 2000 }: WebSocketOptions = {}): OpenSocket {
  return ({ address, token, maxBytes, handshakeMilliseconds }, events) => {
    const options: ClientOptions & { readonly closeTimeout: number } = {
      headers: { authorization: `Bearer ${token}` },
      ...(agent && { agent: agent(address) }),
      rejectUnauthorized: true,
      handshakeTimeout: handshakeMilliseconds,
      maxPayload: maxBytes,
      closeTimeout: goodbyeMilliseconds,
      // The token goes to this address and nowhere else.
      followRedirects: false,
      // Compressed, twenty thousand small messages a second cost more than they save.
      perMessageDeflate: false,
      // The reader takes bytes and no text that is none: the same check here would cost as much as half the scan.
      skipUTF8Validation: true
    }
    return attach(new WebSocket(address, options), events)
  }
}

function attach(socket: WebSocket, events: SocketEvents): Socket {
  let problem: Error | null = null
  let forgetBody: () => void = () => undefined
  const queue = new FrameQueue({
    read: (bytes, binary) => events.frame(bytes, binary),
    pause: () => socket.pause(),
    resume: () => socket.resume()
  })

  socket.on('open', () => events.opened())
  socket.on('message', (data: RawData, binary: boolean) => queue.add(bytesOf(data), binary))
  socket.on('pong', () => events.pong())
  socket.on('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
    const { statusCode = 0, headers } = response
    forgetBody = boundedBody(response, (body) => {
      events.refused(statusCode, body, headers['retry-after'] ?? null)
      socket.terminate()
      request.destroy()
    })
  })
  socket.on('error', (error) => {
    problem ??= error
    // After a broken frame nothing more is understood, so there is nothing to wait for.
    socket.terminate()
  })
  socket.once('close', (code, reason) => {
    forgetBody()
    queue.end(() => events.closed(endingOf(code, reason.toString('utf8'), problem)))
  })

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text, ignore)
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping(undefined, undefined, ignore)
    },
    close: (code, reason) => socket.close(code, reason),
    terminate() {
      queue.clear()
      socket.terminate()
    }
  }
}

/** A message that cannot be sent any more: `closed` says why. */
const ignore = () => undefined

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

function endingOf(code: number, reason: string, problem: Error | null) {
  const name = problem && 'code' in problem ? String(problem.code) : ''
  if (name.startsWith('WS_ERR_')) return { code: frameErrors[name] ?? 1002, reason, problem }
  return { code, reason, problem: problem && timely(problem) }
}

/** The library names its own time limit by its words alone. */
function timely(problem: Error): Error {
  if (!/handshake has timed out/i.test(problem.message)) return problem
  return Object.assign(new Error(problem.message, { cause: problem }), { code: 'ETIMEDOUT' })
}
