/** From the least to the most specific. */
export const addressFaults = ['form', 'length', 'key', 'checksum'] as const
export type AddressFault = (typeof addressFaults)[number]

type Reading =
  | {
      readonly payload: Uint8Array
      /** Some forms have no checksum. */
      readonly checked: boolean
    }
  | { readonly fault: AddressFault }

export interface AddressForm {
  /** For example "Taproot". */
  readonly name: string
  readonly bytes: number
  write(payload: Uint8Array): string
  read(text: string): Reading
  /** Absent if any bytes are valid. */
  accepts?(payload: Uint8Array): boolean
}

export const fault = (kind: AddressFault): Reading => ({ fault: kind })

/** Turns a decoder's exception into null. */
export function attempt<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
