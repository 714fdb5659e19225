import type { PackedMessage } from '../../domain/market/packed'
import { decimalScanner } from './decimal'
import { type Frame, wordOf } from './frame'

/** Returns the position after what was read, or -1. */
interface LevelScanner {
  /** Reads levels into the entries from `index`; `end` is the entry after the last. */
  levels(position: number, index: number, into: PackedMessage): number
  end(): number
  /** Reads price and amount of an execution into entry 0. */
  execution(position: number, into: PackedMessage): number
}

export function levelScanner(frame: Frame): LevelScanner {
  const bytes = frame.bytes
  const view = frame.view
  const scanDecimal = decimalScanner(frame)
  const quote = 0x22
  const comma = 0x2c
  const colon = 0x3a
  const openBracket = 0x5b
  const closeBracket = 0x5d
  const closeBrace = 0x7d
  const price1 = wordOf('{"pr')
  const price2 = wordOf('ice"')
  const amount1 = wordOf('","a')
  const amount2 = wordOf('moun')
  const amount3 = wordOf('t":"')
  let behind = 0

  function scanBoth(
    position: number,
    index: number,
    prices: Float64Array,
    priceScales: Uint8Array,
    amounts: Float64Array,
    amountScales: Uint8Array
  ): number {
    position = scanDecimal(position, prices, priceScales, index)
    if (
      position < 0 ||
      prices[index] === 0 ||
      view.getInt32(position, true) !== amount1 ||
      view.getInt32(position + 4, true) !== amount2 ||
      view.getInt32(position + 8, true) !== amount3
    ) {
      return -1
    }
    return scanDecimal(position + 12, amounts, amountScales, index)
  }

  return {
    levels(position, index, into) {
      const { prices, priceScales, amounts, amountScales } = into
      if (bytes[position] !== openBracket) return -1
      if (bytes[position + 1] === closeBracket) {
        behind = index
        return position + 2
      }
      do {
        position = (position + 1) | 0
        if (
          view.getInt32(position, true) !== price1 ||
          view.getInt32(position + 4, true) !== price2 ||
          bytes[position + 8] !== colon ||
          bytes[position + 9] !== quote
        ) {
          return -1
        }
        position = scanBoth(position + 10, index, prices, priceScales, amounts, amountScales)
        if (position < 0 || bytes[position] !== quote || bytes[position + 1] !== closeBrace) return -1
        position = (position + 2) | 0
        index = (index + 1) | 0
      } while (bytes[position] === comma)
      if (bytes[position] !== closeBracket) return -1
      behind = index
      return position + 1
    },
    end: () => behind,
    execution(position, into) {
      return scanBoth(position, 0, into.prices, into.priceScales, into.amounts, into.amountScales)
    }
  }
}
