/** Values nested deeper would exhaust the stack of the code that walks them; the service's have six levels. */
export const maxDepth = 64
/** A thousand addresses with all that they may have are a quarter of it; it bounds the time that parsing takes. */
export const maxValues = 100_000
/** Stands for a value that is nested too deeply, so that the rest of its document can be read. */
export const tooDeep = '(nested too deeply)'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

interface Bounds {
  readonly values?: number
  readonly depth?: number
  /** Whether a value that is nested too deeply makes the document invalid. */
  readonly strict?: boolean
}

/** `JSON.parse` with bounds to its time and to the depth of its result. */
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
    // Square and curly brackets differ by this one bit.
    else if ((code & 0xffdf) === 0x5b) {
      count += depth > max ? 0 : 1
      if (++depth === max + 1) {
        if (strict) throw new SyntaxError('The document is nested too deeply')
        result += `${text.slice(from, at)}"${tooDeep}"`
      }
    } else if ((code & 0xffdf) === 0x5d && depth-- === max + 1) from = at + 1
    if (count > values) throw new SyntaxError('The document has too many values')
  }
  // What is left of a document that never ends could be valid by itself.
  if (depth > max) throw new SyntaxError('The document ends too early')
  return result + text.slice(from)
}

/** Of the quotation mark that ends the string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code; at < text.length && (code = text.charCodeAt(at)) !== quote; at++)
    if (code === backslash) at++
  return at
}
