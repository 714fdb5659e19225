import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { type ClientOptions, type RawData, WebSocket } from 'ws'
import { BatchedReading } from './batched-reading'
import { boundedBody } from './bounded-body'
import { FrameQueue } from './frame-queue'
import type { OpenSocket, Socket, SocketEvents } from './types'

export interface WebSocketOptions {
  /** For example through a proxy. */
  readonly agent?: (address: string) => Agent
  /** Time for the close frame of the service. */
  readonly goodbyeMilliseconds?: number
  /** Milliseconds between two reads of the open socket; 0, the default, for none. */
  readonly readPause?: () => number
}

/** The library's frame errors by close code of RFC 6455. */
const frameErrors: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008
}

/** Uses Node's network, because the bearer token is sent in the handshake. */
export function openWebSocket({
  agent,
  goodbyeMilliseconds = 2000,
  readPause = () => 0
}: WebSocketOptions = {}): OpenSocket {
  return ({ address, token, maxBytes, handshakeMilliseconds }, events) => {
    const options: ClientOptions & { readonly closeTimeout: number } = {
      headers: { authorization: `Bearer ${token}` },
      ...(agent && { agent: agent(address) }),
      rejectUnauthorized: true,
      handshakeTimeout: handshakeMilliseconds,
      maxPayload: maxBytes,
      closeTimeout: goodbyeMilliseconds,
      // The token is only sent to this URL.
      followRedirects: false,
      // Compression costs more than it saves for many small messages.
      perMessageDeflate: false,
      // The reader validates bytes itself; the same check here would cost half as much as the scan.
      skipUTF8Validation: true
    }
    return attach(new WebSocket(address, options), events, readPause)
  }
}

function attach(socket: WebSocket, events: SocketEvents, readPause: () => number): Socket {
  let problem: Error | null = null
  let stopReading: () => void = () => undefined
  let batches: BatchedReading | null = null
  const queue = new FrameQueue({
    read: (bytes, binary) => events.frame(bytes, binary),
    pause: () => socket.pause(),
    resume: () => socket.resume()
  })

  socket.once('upgrade', ({ socket: connection }: IncomingMessage) => {
    // A listener before the library's own would lose the first frames.
    socket.once('open', () => (batches = new BatchedReading(connection, readPause)))
  })
  socket.on('open', () => events.opened())
  socket.on('message', (data: RawData, binary: boolean) => queue.add(bytesOf(data), binary))
  socket.on('pong', () => {
    batches?.answered()
    events.pong()
  })
  socket.on('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
    const { statusCode = 0, headers } = response
    stopReading = boundedBody(response, (body) => {
      events.refused(statusCode, body, headers['retry-after'] ?? null)
      socket.terminate()
      request.destroy()
    })
  })
  socket.on('error', (error) => {
    problem ??= error
    // Nothing after a broken frame is readable.
    socket.terminate()
  })
  socket.once('close', (code, reason) => {
    stopReading()
    queue.end(() => events.closed(endingOf(code, reason.toString('utf8'), problem)))
  })

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text, ignore)
    },
    ping() {
      if (socket.readyState !== WebSocket.OPEN) return
      batches?.expectAnswer()
      socket.ping(undefined, undefined, ignore)
    },
    close: (code, reason) => socket.close(code, reason),
    terminate() {
      queue.clear()
      socket.terminate()
    }
  }
}

/** A message that cannot be sent is reported by `closed`. */
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

/** The library reports its time-out only by its message. */
function timely(problem: Error): Error {
  if (!/handshake has timed out/i.test(problem.message)) return problem
  return Object.assign(new Error(problem.message, { cause: problem }), { code: 'ETIMEDOUT' })
}
