interface Slice {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/**
 * A single `Range: bytes=…` (RFC 9110, section 14). Multiple ranges, other units and malformed headers are ignored,
 * so the whole file is sent.
 */
export function readRange(header: string | undefined, size: number): Slice | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(match[1])
  const last = match[2] === '' ? size - 1 : Number(match[2])
  if (last < start) return match[2] === '' ? 'unsatisfiable' : 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(last + 1, size) }
}
