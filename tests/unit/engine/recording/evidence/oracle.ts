interface Payload {
  readonly market: string
  readonly type?: 'SNAPSHOT' | 'UPDATE'
  readonly time: string
  readonly bids: readonly { readonly price: string; readonly amount: string }[]
  readonly asks: readonly { readonly price: string; readonly amount: string }[]
}

const digits = 8

/** In units of 1e-8. */
function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(digits, '0'))
}

function plain(units: bigint): string {
  const text = String(units).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
}

function timeOf(text: string): { readonly from: bigint; readonly grain: bigint } {
  const [, seconds, fraction = ''] = /^([^.]*?)(?:\.(\d+))?Z$/.exec(text)!
  const shown = fraction.replace(/0+$/, '').length
  return {
    from: BigInt(Date.parse(`${seconds}Z`) / 1000) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')),
    grain: 10n ** BigInt(9 - shown)
  }
}

interface Line {
  readonly event: string
  readonly payload: Payload | null
}

/** Events, and the book messages of a market. */
function readLine(line: string, market: string): Line[] {
  const [, , kind, ...rest] = line.split('\t')
  const content = rest.join('\t')
  if (kind !== 'f' && kind !== 'b') return [{ event: content, payload: null }]
  try {
    const text = kind === 'b' ? Buffer.from(content, 'base64').toString() : content
    const { payload } = JSON.parse(text) as { readonly payload: Payload }
    return payload.market === market && payload.type ? [{ event: '', payload }] : []
  } catch {
    return []
  }
}

/** The book of a market that is followed after some lines of a log, with integers alone, and without any of our code. */
export function bookOfLines(log: readonly string[], market: string): string[] {
  const lines = log.flatMap((line) => readLine(line, market))
  const isSnapshot = ({ payload }: Line) => payload?.type === 'SNAPSHOT'
  const begin = lines.findLastIndex(isSnapshot)
  const first = lines[begin]!.payload!
  const snapshot = timeOf(first.time)
  const book = { bids: new Map<bigint, bigint>(), asks: new Map<bigint, bigint>() }
  const apply = (payload: Payload) => {
    for (const side of ['bids', 'asks'] as const)
      for (const { price, amount } of payload[side]) {
        if (unitsOf(amount) === 0n) book[side].delete(unitsOf(price))
        else book[side].set(unitsOf(price), unitsOf(amount))
      }
  }
  apply(first)
  // Those that came after the market was subscribed, and before the snapshot.
  const last = lines
    .slice(0, begin)
    .findLastIndex((line) => isSnapshot(line) || /"(opened|closed|retried)"/.test(line.event))
  if (lines[last]?.event)
    for (const { payload } of lines.slice(last + 1, begin))
      if (payload && timeOf(payload.time).from > snapshot.from) apply(payload)
  for (const { payload } of lines.slice(begin + 1)) {
    if (!payload) continue
    const { from, grain } = timeOf(payload.time)
    const isUnclear =
      from === snapshot.from
        ? grain > 1000n || snapshot.grain > 1000n
        : from < snapshot.from && snapshot.from - from < grain
    if (from > snapshot.from || isUnclear) apply(payload)
  }
  const side = (name: string, levels: Map<bigint, bigint>, sign: 1 | -1) =>
    [...levels]
      .sort(([one], [other]) => Number(one - other) * sign)
      .map(([price, amount]) => `${name} ${plain(price)} ${plain(amount)}`)
  return [...side('bid', book.bids, -1), ...side('ask', book.asks, 1)]
}
