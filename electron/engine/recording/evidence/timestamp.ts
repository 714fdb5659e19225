import { createHash } from 'node:crypto'
import { elementsOf } from '../../base/der'

/** SHA-256 with its parameters, as in an AlgorithmIdentifier. */
const sha256Identifier = Buffer.from('300d06096086480165030402010500', 'hex')
const integer = 0x02
const octets = 0x04
const sequence = 0x30
const generalizedTime = 0x18
const nonceLength = 8

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest()

/** An RFC 3161 request: only the hash leaves this computer. The authority's certificate comes with the reply. */
export function stampRequest(content: Uint8Array, nonce: Uint8Array): Buffer {
  const version = element(integer, Buffer.from([1]))
  const imprint = element(sequence, sha256Identifier, element(octets, digestOf(content)))
  const wantsCertificate = Buffer.from([0x01, 0x01, 0xff])
  return element(sequence, version, imprint, element(integer, nonce), wantsCertificate)
}

/** Eight bytes of a positive number that needs all of them. */
export function nonceOf(random: Uint8Array): Buffer {
  const nonce = Buffer.from(random.subarray(0, nonceLength))
  nonce[0] = (nonce[0]! & 0x3f) | 0x40
  return nonce
}

interface Stamp {
  /** As the authority wrote it, such as 20261125120000Z. */
  readonly time: string
  readonly imprint: Buffer
  readonly nonce: Buffer | null
}

/** Null if the reply is not readable; `granted` is false if the authority refused. */
export function readStamp(
  reply: Uint8Array
): (Stamp & { readonly granted: true }) | { readonly granted: false } | null {
  try {
    const [status, token] = inside(Buffer.from(reply), 0)
    const code = elementsOf(status!.content)[0]!
    if (code.tag !== integer || code.content.length !== 1) return null
    if (code.content[0]! > 1) return { granted: false }
    const signed = elementsOf(elementsOf(token!.content)[1]!.content)[0]!
    const encapsulated = elementsOf(signed.content)[2]!
    const info = elementsOf(elementsOf(encapsulated.content)[1]!.content)[0]!
    const fields = inside(info.content, 0)
    const imprint = elementsOf(fields[2]!.content)
    const algorithm = element(sequence, imprint[0]!.content)
    const time = fields[4]!
    if (!algorithm.equals(sha256Identifier) || time.tag !== generalizedTime) return null
    const nonce = fields.slice(5).find(({ tag }) => tag === integer)
    return {
      granted: true,
      time: time.content.toString('latin1'),
      imprint: imprint[1]!.content,
      nonce: nonce?.content ?? null
    }
  } catch {
    return null
  }
}

const inside = (bytes: Buffer, index: number) => elementsOf(elementsOf(bytes)[index]!.content)

/** Whether a reply is a stamp of this content, and answers this request. */
export function isStampOf(reply: Uint8Array, content: Uint8Array, nonce?: Uint8Array): boolean {
  const stamp = readStamp(reply)
  if (!stamp?.granted || !stamp.imprint.equals(digestOf(content))) return false
  return nonce === undefined || stamp.nonce?.equals(nonce) === true
}
