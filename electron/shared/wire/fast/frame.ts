/** The buffer of a frame, readable as bytes, aligned words and unaligned words. */
export interface Frame {
  readonly bytes: Uint8Array
  readonly words: Int32Array
  readonly view: DataView
}

/** About forty thousand levels per side; larger frames use the decoder. Untouched pages cost no memory. */
export const maxBytes = 4 * 1024 * 1024

/** Steps of up to twenty bytes may read past the end of a frame. */
const margin = 64

export function makeFrame(): Frame {
  const buffer = new ArrayBuffer(maxBytes + margin)
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer), view: new DataView(buffer) }
}

export function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Four letters as `view.getInt32(position, true)` reads them. */
export function wordOf(text: string): number {
  return new DataView(codesOf(text).buffer).getInt32(0, true)
}
