import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { binaryFrame, frame } from '../frames'

const text = (value: unknown) => frame(JSON.stringify(value))

/** Unsolicited frames, in addition to the true ones. */
const unrequested: Partial<Record<ScenarioName, (turn: number, market: string) => Buffer>> = {
  'unknown-channel': (turn, market) =>
    text({
      channel: { type: turn % 2 === 0 ? 'auction_data' : 'heartbeat', params: { market } },
      payload: { market, phase: 'OPENING' }
    }),
  'unknown-type': (turn, market) =>
    turn % 2 === 0
      ? text({ type: 'notice', message: 'Maintenance is planned.' })
      : text({
          channel: { type: 'market_data', params: { market } },
          payload: { market, type: 'CHECKPOINT', time: '2026-01-01T00:00:00Z', bids: [], asks: [] }
        }),
  'malformed-json': (turn, market) =>
    frame(
      turn % 2 === 0
        ? `{"channel":{"type":"market_data","params":{"market":"${market}"}},"payload":{"bids":[{"pri`
        : '\u0000 not json at all }{'
    ),
  'binary-frame': (turn) => frame(Buffer.from([0xff, 0x00, 0x8a, turn & 0xff, 0xc0, 0xaf]), binaryFrame)
}

export const unrequestedNames = Object.keys(unrequested) as ScenarioName[]

export function unrequestedFrame(name: ScenarioName, turn: number, market: string): Buffer | null {
  return unrequested[name]?.(turn, market) ?? null
}

/** Larger than clients should accept. */
export const giantFrameBytes = 32 * 1024 * 1024

export function giantFrame(): Buffer {
  const start = '{"type":"notice","message":"'
  return frame(Buffer.concat([Buffer.from(start), Buffer.alloc(giantFrameBytes, 'x'), Buffer.from('"}')]))
}
