/** The whole length of the body, where it is said and means the bytes that a reader gets. */
export function lengthOf(headers: Headers): number | null {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') return null
  const text = headers.get('content-length')?.trim() ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

export interface ContentRange {
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
