/** A column of decimals as it is stored. */
interface DecimalColumn {
  readonly data: (Uint8Array | null)[]
  readonly statistics: { min_value?: bigint; max_value?: bigint; readonly null_count: bigint }
}

const length = 16
const highBits = 64n

/** Equal numbers share their bytes, of which there are few. */
export function encodeDecimals(values: readonly (bigint | null)[]): DecimalColumn {
  const encoded = new Map<bigint, Uint8Array>()
  let nulls = 0
  const data = values.map((value) => {
    if (value === null) {
      nulls += 1
      return null
    }
    const known = encoded.get(value)
    if (known) return known
    const bytes = encode(value)
    encoded.set(value, bytes)
    return bytes
  })
  const statistics: DecimalColumn['statistics'] = { null_count: BigInt(nulls) }
  for (const value of encoded.keys()) {
    if (statistics.min_value === undefined || value < statistics.min_value) statistics.min_value = value
    if (statistics.max_value === undefined || value > statistics.max_value) statistics.max_value = value
  }
  return { data, statistics }
}

/** In two's complement, the highest byte first. */
function encode(value: bigint): Uint8Array {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  view.setBigInt64(0, BigInt.asIntN(64, value >> highBits))
  view.setBigUint64(length / 2, BigInt.asUintN(64, value))
  return bytes
}
