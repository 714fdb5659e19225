import { expect, test } from 'vitest'
import { encodeDecimals } from '#engine/recording/parquet/decimal-column'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'

test('numbers of any sign and length are stored in two’s complement, with their limits', () => {
  const random = new FuzzRandom(1)
  const limit = 10n ** 38n - 1n
  const values = [0n, limit, -limit, -1n, null, 2n ** 64n, -(2n ** 64n), null].concat(
    Array.from({ length: 200 }, () => BigInt(random.below(2 ** 31)) ** 3n * (random.chance(2) ? 1n : -1n))
  )
  const { data, statistics } = encodeDecimals([...values, ...values])
  expect(statistics).toEqual({ min_value: -limit, max_value: limit, null_count: 4n })
  for (const [index, value] of [...values, ...values].entries()) {
    const bytes = data[index]
    const stored = bytes && BigInt.asIntN(128, BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
    expect(stored ?? null).toBe(value)
  }
})

test('a column without numbers has no limits', () => {
  expect(encodeDecimals([null, null]).statistics).toEqual({ null_count: 2n })
})
