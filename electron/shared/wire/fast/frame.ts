/** Where a frame lies while it is scanned, to be read by bytes, by whole words and by words from anywhere. */
export interface Frame {
  readonly bytes: Uint8Array
  readonly words: Int32Array
  readonly view: DataView
}

/**
 * Some forty thousand levels a side. A larger frame takes the way of every unusual one. Pages that no frame has
 * reached are never touched, so the size costs addresses, not memory.
 */
export const maxBytes = 4 * 1024 * 1024

/** Steps of up to twenty bytes look beyond the end of a frame before they see that it is over. */
const margin = 64

export function makeFrame(): Frame {
  const buffer = new ArrayBuffer(maxBytes + margin)
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer), view: new DataView(buffer) }
}

/** The codes of a text in ASCII. */
export function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Four letters as the number that `view.getInt32(position, true)` reads for them. */
export function wordOf(text: string): number {
  return new DataView(codesOf(text).buffer).getInt32(0, true)
}
