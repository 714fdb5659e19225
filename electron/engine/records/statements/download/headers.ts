/** How the body is compressed on the way; null where it is not. */
export function encodingOf(headers: Headers): string | null {
  const text = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return text === '' || text === 'identity' ? null : text
}

/** The encodings that both network stacks, Chromium's and Node's, unpack by themselves. */
export const isUnpackable = (encoding: string) => /^(x-)?(gzip|deflate)$|^br$/.test(encoding)

/** The announced length of the body as it is sent. */
export function sentLength(headers: Headers): number | null {
  const text = headers.get('content-length')?.trim() ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The announced length in the bytes that a reader gets. */
export const lengthOf = (headers: Headers): number | null =>
  encodingOf(headers) === null ? sentLength(headers) : null

interface ContentRange {
  readonly start: number
  readonly end: number
  readonly total: number | null
}

export function contentRange(headers: Headers): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(
    headers.get('content-range')?.trim() ?? ''
  )
  if (!match) return null
  return {
    start: Number(match[1]),
    end: Number(match[2]),
    total: match[3] === '*' ? null : Number(match[3])
  }
}

/** As it is kept, and sent again; one that is odd is as good as none. */
export function etagOf(headers: Headers): string | null {
  const text = headers.get('etag')?.trim() ?? ''
  return /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text) && !text.includes('://') ? text : null
}

/** A weak one promises no equal bytes, so that nothing can be resumed with it. */
export const isStrong = (etag: string | null): etag is string => etag !== null && !etag.startsWith('W/')

/**
 * Whether the bytes have the MD5 that a plain ETag is, where it may be one: an object that came to its store in one piece
 * has its MD5 as ETag, and one in parts or encrypted with a key of its own has something else that may look like it. So
 * `true` is a second proof, `false` says nothing against the file; null where the ETag says nothing of the bytes.
 */
export function etagProof(etag: string | null, isKeyed: boolean, md5: string): boolean | null {
  if (etag === null || isKeyed || !/^"[0-9a-f]{32}"$/i.test(etag)) return null
  return etag.slice(1, -1).toLowerCase() === md5
}

/** The store says itself that the ETag is not a digest of what a reader gets. */
export const isKeyed = (headers: Headers) =>
  /kms/i.test(headers.get('x-amz-server-side-encryption') ?? '') ||
  headers.has('x-amz-server-side-encryption-customer-algorithm')
