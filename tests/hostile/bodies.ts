import type { ServerResponse } from 'node:http'
import { constants, deflateRawSync } from 'node:zlib'

type Give = (response: ServerResponse) => void
const kind = { 'content-type': 'application/json' }

export const whole =
  (body: string | Buffer, status = 200, headers: Readonly<Record<string, string | string[]>> = {}): Give =>
  (response) =>
    void response.writeHead(status, { ...kind, ...headers }).end(body)

/** Endless chunks. */
export const endless =
  (piece: Buffer, headers: Readonly<Record<string, string>> = {}, first = Buffer.alloc(0)): Give =>
  (response) => {
    response.writeHead(200, { ...kind, ...headers })
    response.write(first)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  }

const packedPiece = (byte: string) =>
  deflateRawSync(Buffer.alloc(4 * 1024 * 1024, byte), { finishFlush: constants.Z_FULL_FLUSH })
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** A compression bomb. */
export const bomb = (byte = '['): Give => endless(packedPiece(byte), { 'content-encoding': 'gzip' }, gzipHead)

/** One byte at a time, endlessly. */
export const drip =
  (milliseconds: number): Give =>
  (response) => {
    response.writeHead(200, kind)
    response.write('{')
    const timer = setInterval(() => response.write(' '), milliseconds)
    response.on('close', () => clearInterval(timer))
  }

/** Headers that Node would not write. */
export const rawAnswer =
  (head: string, body = '{}'): Give =>
  ({ socket }) => {
    socket?.on('error', () => undefined)
    socket?.end(`HTTP/1.1 ${head}\r\nconnection: close\r\n\r\n${body}`)
  }

export const brackets = (length: number) => '['.repeat(length / 2) + ']'.repeat(length / 2)
