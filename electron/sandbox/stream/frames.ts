/**
 * Server frames are unmasked (RFC 6455, 5.1), so a message is framed once and its bytes are written to each socket.
 * The socket library would cost a header, two writes and a system call per subscriber.
 */
export const textFrame = 0x81
export const binaryFrame = 0x82

export function headerLength(payload: number): number {
  return payload < 126 ? 2 : payload < 0x1_0000 ? 4 : 10
}

export function writeHeader(target: Buffer, offset: number, first: number, payload: number): number {
  target[offset] = first
  if (payload < 126) {
    target[offset + 1] = payload
    return offset + 2
  }
  if (payload < 0x1_0000) {
    target[offset + 1] = 126
    return target.writeUInt16BE(payload, offset + 2)
  }
  target[offset + 1] = 127
  return target.writeBigUInt64BE(BigInt(payload), offset + 2)
}

export function frame(payload: string | Buffer, first = textFrame): Buffer {
  const size = Buffer.byteLength(payload)
  const bytes = Buffer.allocUnsafe(headerLength(size) + size)
  const start = writeHeader(bytes, 0, first, size)
  if (typeof payload === 'string') bytes.write(payload, start)
  else payload.copy(bytes, start)
  return bytes
}
