/** Why a text is no address of a form, from the least to the most telling. */
export const addressFaults = ['form', 'length', 'key', 'checksum'] as const
export type AddressFault = (typeof addressFaults)[number]

type Reading =
  | {
      readonly payload: Uint8Array
      /** Whether the text carried a checksum at all: some forms have none. */
      readonly checked: boolean
    }
  | { readonly fault: AddressFault }

/** One way of writing an address: the same object writes it and judges it. */
export interface AddressForm {
  /** As people call it, e.g. "Taproot". */
  readonly name: string
  /** How many bytes of key or hash it carries. */
  readonly bytes: number
  write(payload: Uint8Array): string
  read(text: string): Reading
  /** Whether these bytes can stand in such an address; absent where any can. */
  accepts?(payload: Uint8Array): boolean
}

export const fault = (kind: AddressFault): Reading => ({ fault: kind })

/** The decoders throw on what they cannot read; here that is an ordinary answer. */
export function attempt<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
