/** Deeper values would exhaust the stack; the service has six levels. */
export const maxDepth = 64
/** Bounds the time of parsing; a page of a thousand addresses needs a quarter of it. */
export const maxValues = 100_000
/** Replaces a value that is nested too deeply. */
export const tooDeep = '(nested too deeply)'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

interface Bounds {
  readonly values?: number
  readonly depth?: number
  /** Whether too deep nesting makes the document invalid. */
  readonly strict?: boolean
}

/** `JSON.parse` with limits on time and depth. */
export function parseJson(text: string, bounds: Bounds = {}): unknown {
  return JSON.parse(text.length <= maxDepth ? text : bounded(text, bounds))
}

function bounded(text: string, { values = maxValues, depth: max = maxDepth, strict }: Bounds): string {
  let result = ''
  let from = 0
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) count += depth > max ? 0 : 1
    // Square and curly brackets differ in this bit.
    else if ((code & 0xffdf) === 0x5b) {
      count += depth > max ? 0 : 1
      if (++depth === max + 1) {
        if (strict) throw new SyntaxError('The document is nested too deeply')
        result += `${text.slice(from, at)}"${tooDeep}"`
      }
    } else if ((code & 0xffdf) === 0x5d && depth-- === max + 1) from = at + 1
    if (count > values) throw new SyntaxError('The document has too many values')
  }
  // The rest of an unterminated document could be valid.
  if (depth > max) throw new SyntaxError('The document ends too early')
  return result + text.slice(from)
}

/** The closing quotation mark, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code; at < text.length && (code = text.charCodeAt(at)) !== quote; at++)
    if (code === backslash) at++
  return at
}
