const level = (price: number) => ({ price: price.toFixed(2), amount: '1.5' })
const now = () => new Date().toISOString()

export function book(market: string, type: string, levels = 5): object {
  const steps = Array.from({ length: levels }, (_, index) => index / 100)
  return {
    channel: { type: 'market_data', params: { market } },
    payload: {
      market,
      type,
      time: now(),
      bids: steps.map((step) => level(60_000 - step)),
      asks: steps.map((step) => level(60_001 + step))
    }
  }
}

export const trade = (market: string) => ({
  channel: { type: 'execution_data', params: { market } },
  payload: { market, price: '60000.50', amount: '0.1', executed_at: now() }
})

export const text = 0x1
export const binary = 0x2
export const ping = 0x9

/** RFC 6455. */
export function frame(content: string | Buffer, opcode = text, isLast = true): Buffer {
  const payload = Buffer.from(content)
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = (isLast ? 0x80 : 0) | opcode
  if (head.length === 2) head[1] = length
  else if (head.length === 4) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}
