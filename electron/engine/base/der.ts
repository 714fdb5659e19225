/** A DER element. */
interface Element {
  readonly tag: number
  readonly content: Buffer
}

/** Throws if `bytes` are not DER. */
export function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.readUInt8(at)
    const first = bytes.readUInt8(at + 1)
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    if (lengthBytes > 4 || first === 0x80) throw new RangeError('Not a DER length')
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
    const start = at + 2 + lengthBytes
    if (start + length > bytes.length) throw new RangeError('The element is cut off')
    elements.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return elements
}
