import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { headerLength, textFrame, writeHeader } from '../frames'

export interface Ending {
  close(code: number, reason: string): void
  /** Without a close frame. */
  terminate(): void
  /** With a reset, like a failing router. */
  reset(): void
  /** Writes bytes, then ends. */
  writeAndTerminate(bytes: Buffer): void
}

function halfAFrame(): Buffer {
  const text =
    '{"channel":{"type":"market_data","params":{"market":"BTCUSD"}},"payload":{"market":"BTCUSD","ty'
  const promised = text.length * 4
  const bytes = Buffer.alloc(headerLength(promised) + text.length)
  bytes.write(text, writeHeader(bytes, 0, textFrame, promised))
  return bytes
}

const endings: Partial<Record<ScenarioName, (connection: Ending) => void>> = {
  drop: (connection) => connection.reset(),
  'drop-mid-frame': (connection) => connection.writeAndTerminate(halfAFrame()),
  'close-1001': (connection) => connection.close(1001, 'the server is going away'),
  'close-1006': (connection) => connection.terminate(),
  'close-1011': (connection) => connection.close(1011, 'unexpected server error'),
  'close-1013': (connection) => connection.close(1013, 'try again later')
}

export const endingNames = Object.keys(endings) as ScenarioName[]

export function endConnection(name: ScenarioName, connection: Ending): void {
  endings[name]?.(connection)
}
