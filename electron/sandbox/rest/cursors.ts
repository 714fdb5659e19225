import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { badParameter } from '../http/problem'

const signatureBytes = 16

/** A cursor says the last row of a page, and is signed together with the filters that the page was made of. */
export class Cursors {
  readonly #key = randomBytes(32)

  write(row: number, fingerprint: string): string {
    const place = Buffer.alloc(4)
    place.writeUInt32BE(row)
    return Buffer.concat([place, this.#sign(place, fingerprint)]).toString('base64url')
  }

  read(cursor: string, fingerprint: string): number {
    const bytes = Buffer.from(cursor, 'base64url')
    // Decoding skips what it does not know, so the text itself is compared too.
    const whole = bytes.length === 4 + signatureBytes && bytes.toString('base64url') === cursor
    if (!whole) throw badParameter('page_cursor', 'is not a cursor of this service')
    const place = bytes.subarray(0, 4)
    if (!timingSafeEqual(bytes.subarray(4), this.#sign(place, fingerprint))) {
      throw badParameter('page_cursor', 'belongs to another request: filters and order must stay the same')
    }
    return place.readUInt32BE()
  }

  #sign(place: Buffer, fingerprint: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(place)
      .update(fingerprint)
      .digest()
      .subarray(0, signatureBytes)
  }
}
