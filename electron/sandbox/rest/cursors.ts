import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { badParameter } from '../http/problem'

const signatureBytes = 16

/** A cursor contains the last row of a page and is signed together with the filters. */
export class Cursors {
  readonly #key = randomBytes(32)

  write(row: number, fingerprint: string): string {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(row)
    return Buffer.concat([index, this.#sign(index, fingerprint)]).toString('base64url')
  }

  read(cursor: string, fingerprint: string): number {
    const bytes = Buffer.from(cursor, 'base64url')
    // Decoding ignores invalid characters, so the text is compared too.
    const whole = bytes.length === 4 + signatureBytes && bytes.toString('base64url') === cursor
    if (!whole) throw badParameter('page_cursor', 'is not a cursor of this service')
    const index = bytes.subarray(0, 4)
    if (!timingSafeEqual(bytes.subarray(4), this.#sign(index, fingerprint))) {
      throw badParameter('page_cursor', 'belongs to another request: filters and order must stay the same')
    }
    return index.readUInt32BE()
  }

  #sign(index: Buffer, fingerprint: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(index)
      .update(fingerprint)
      .digest()
      .subarray(0, signatureBytes)
  }
}
