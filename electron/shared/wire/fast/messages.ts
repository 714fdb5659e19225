import { book, execution, type PackedMessage } from '../../domain/market/packed'
import { type Frame, wordOf } from './frame'
import { type HeadTable, marketFinder } from './heads'
import { levelScanner } from './levels'
import { timeScanner } from './time'

/** The shortest level is `{"price":"1","amount":"1"},`. */
const minLevel = 27

/** `into` is only valid if it returns true. */
type ScanMessage = (length: number, table: HeadTable, into: PackedMessage) => boolean

export function messageScanner(frame: Frame): ScanMessage {
  const bytes = frame.bytes
  const view = frame.view
  const findMarket = marketFinder(frame)
  const scanTime = timeScanner(frame)
  const level = levelScanner(frame)
  const scanLevels = level.levels
  const scanExecutionLevel = level.execution
  const levelsEnd = level.end

  /** The first letter in which the two channels differ: the m of `market_data`. */
  const kindAt = 20
  const letterM = 0x6d
  const quote = 0x22
  const comma = 0x2c
  const colon = 0x3a
  const closeBrace = 0x7d
  const update1 = wordOf('UPDA')
  const update2 = wordOf('TE",')
  const snapshot1 = wordOf('SNAP')
  const snapshot2 = wordOf('SHOT')
  const time1 = wordOf('"tim')
  const time2 = wordOf('e":"')
  const bids1 = wordOf('","b')
  const bids2 = wordOf('ids"')
  const asks1 = wordOf(',"as')
  const asks2 = wordOf('ks":')
  const executed1 = wordOf('","e')
  const executed2 = wordOf('xecu')
  const executed3 = wordOf('ted_')
  const executed4 = wordOf('at":')

  return function scanMessage(length, table, into) {
    const isBook = bytes[kindAt] === letterM
    const heads = findMarket(isBook, table)
    if (heads === null) return false
    into.market = heads.market
    return isBook
      ? scanBook(heads.book.length, length, into)
      : scanExecution(heads.execution.length, length, into)
  }

  function scanBook(position: number, length: number, into: PackedMessage): boolean {
    const isUpdate = view.getInt32(position, true) === update1
    if (isUpdate) {
      if (view.getInt32(position + 4, true) !== update2) return false
      position += 8
    } else {
      if (view.getInt32(position, true) !== snapshot1 || view.getInt32(position + 4, true) !== snapshot2) {
        return false
      }
      if (bytes[position + 8] !== quote || bytes[position + 9] !== comma) return false
      position += 10
    }
    if (view.getInt32(position, true) !== time1 || view.getInt32(position + 4, true) !== time2) return false
    position = scanTime(position + 8, into)
    if (position < 0) return false
    if (view.getInt32(position, true) !== bids1 || view.getInt32(position + 4, true) !== bids2) return false
    if (bytes[position + 8] !== colon) return false
    // Reserves space once for all levels.
    into.grow((length / minLevel) | 0)
    position = scanLevels(position + 9, 0, into)
    if (position < 0) return false
    const bids = levelsEnd()
    if (view.getInt32(position, true) !== asks1 || view.getInt32(position + 4, true) !== asks2) return false
    position = scanLevels(position + 8, bids, into)
    if (position < 0 || !endsAt(position, length)) return false
    into.snapshot = !isUpdate
    into.bids = bids
    into.asks = levelsEnd() - bids
    into.kind = book
    return true
  }

  function scanExecution(position: number, length: number, into: PackedMessage): boolean {
    position = scanExecutionLevel(position, into)
    if (
      position < 0 ||
      view.getInt32(position, true) !== executed1 ||
      view.getInt32(position + 4, true) !== executed2 ||
      view.getInt32(position + 8, true) !== executed3 ||
      view.getInt32(position + 12, true) !== executed4 ||
      bytes[position + 16] !== quote
    ) {
      return false
    }
    position = scanTime(position + 17, into)
    if (position < 0 || bytes[position] !== quote || !endsAt(position + 1, length)) return false
    into.snapshot = false
    into.bids = 0
    into.asks = 0
    into.kind = execution
    return true
  }

  function endsAt(position: number, length: number): boolean {
    return position + 2 === length && bytes[position] === closeBrace && bytes[position + 1] === closeBrace
  }
}
