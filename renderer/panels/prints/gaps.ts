import { gapsOf, type Gap } from '../../lib/tape/gaps'

/** A time of which markets were not recorded: large prints may be missing. */
export interface PrintGap {
  readonly markets: readonly string[]
  /** Milliseconds since the epoch; `to` is null while it continues. */
  readonly from: number
  readonly to: number | null
}

interface Recorded {
  readonly market: string
  readonly candles: { readonly spans: Float64Array; readonly steps: Float64Array } | null
}

const endOf = ({ to }: Pick<Gap, 'to'>) => to ?? Infinity

/** Gaps of several markets that overlap are one: the connection was lost. */
export function gapsOfAll(markets: readonly Recorded[], since: number): readonly PrintGap[] {
  const all = markets
    .flatMap(({ market, candles }) =>
      (candles ? gapsOf(candles.spans, candles.steps) : [])
        .filter((gap) => gap.step === null && endOf(gap) > since)
        .map((gap) => ({ market, gap }))
    )
    .sort((one, other) => one.gap.from - other.gap.from)
  const found: PrintGap[] = []
  for (const { market, gap } of all) {
    const last = found.at(-1)
    if (!last || gap.from > endOf(last)) found.push({ markets: [market], from: gap.from, to: gap.to })
    else {
      const markets = last.markets.includes(market) ? last.markets : [...last.markets, market]
      found[found.length - 1] = { markets, from: last.from, to: endOf(gap) > endOf(last) ? gap.to : last.to }
    }
  }
  return found
}
