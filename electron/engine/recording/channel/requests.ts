import type { RecorderRequest } from '../messages'

/** How main moves its requests from messages to a socket. */
export type ChannelMessage =
  /** The recorder connects, and writes the token. */
  | { readonly kind: 'connect'; readonly file: string; readonly token: Uint8Array }
  /** All later requests come through the socket. */
  | { readonly kind: 'connected' }

/** Lengths of the text and of the bytes. */
const headLength = 8
const nothing = new Uint8Array()

/** Parts to be written one after the other; the bytes of a chunk are not copied. */
export function encodeRequest(request: RecorderRequest): [Uint8Array, Uint8Array] {
  const isChunk = request.kind === 'chunk'
  const bytes = isChunk ? request.chunk.bytes : nothing
  const text = JSON.stringify(isChunk ? { ...request, chunk: { ...request.chunk, bytes: null } } : request)
  const head = Buffer.alloc(headLength + Buffer.byteLength(text))
  head.writeUInt32LE(head.length - headLength, 0)
  head.writeUInt32LE(bytes.length, 4)
  head.write(text, headLength)
  return [head, bytes]
}

/** Requests out of a stream that may be cut anywhere. */
export class RequestDecoder {
  #pieces: Buffer<ArrayBuffer>[] = []
  #length = 0
  #needed = headLength

  constructor(private readonly receive: (request: RecorderRequest) => void) {}

  push(piece: Buffer<ArrayBuffer>): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#length < this.#needed) return
    let rest = Buffer.concat(this.#pieces)
    while (rest.length >= (this.#needed = neededFor(rest))) {
      const next = rest.subarray(this.#needed)
      this.receive(decodeRequest(rest.subarray(0, this.#needed)))
      rest = next
    }
    this.#pieces = [rest]
    this.#length = rest.length
  }
}

const neededFor = (stream: Buffer): number =>
  stream.length < headLength ? headLength : headLength + stream.readUInt32LE(0) + stream.readUInt32LE(4)

function decodeRequest(record: Buffer<ArrayBuffer>): RecorderRequest {
  const end = headLength + record.readUInt32LE(0)
  const request = JSON.parse(record.toString('utf8', headLength, end)) as RecorderRequest
  if (request.kind !== 'chunk') return request
  return { ...request, chunk: { ...request.chunk, bytes: record.subarray(end) } }
}
