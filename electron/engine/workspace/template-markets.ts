import type { PanelSettings } from '#shared/domain/workspace/index'

const usualMajors = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'PAXGUSD']
const usualStable = ['USDPUSD']
const stablecoins = [
  'USDP',
  'USDG',
  'PYUSD',
  'USDC',
  'USDT',
  'USDL',
  'BUSD',
  'DAI',
  'RLUSD',
  'FDUSD',
  'TUSD',
  'EURC'
]
const currencies = ['USD', 'EUR', 'GBP', 'SGD', ...stablecoins]

const pairs = new Set(
  stablecoins.flatMap((coin) =>
    currencies
      .filter((other) => other !== coin)
      .flatMap((other) => [coin + other, `${coin}-${other}`, `${coin}/${other}`])
  )
)

/** Both sides are stablecoins. */
export const isStable = (market: string) => pairs.has(market.toUpperCase())

/** The connection's first markets that are not stable pairs, or the usual ones. */
export function majorsOf(markets: readonly string[]): readonly string[] {
  const moving = markets.filter((market) => !isStable(market))
  return [...new Set(moving.length > 0 ? [...moving, ...markets] : usualMajors)]
}

export function stableOf(markets: readonly string[]): readonly string[] {
  const stable = markets.filter(isStable)
  return stable.length > 0 ? [...new Set(stable)] : usualStable
}

/** Coarser steps show more than a few cents of the book. */
const firstSteps: Readonly<Record<string, string>> = { BTCUSD: '1', ETHUSD: '0.1', PAXGUSD: '0.5' }

export function firstSettings(kind: 'book' | 'depth', market: string | null): PanelSettings {
  const step = kind === 'depth' || market === null ? undefined : firstSteps[market]
  return step === undefined ? {} : { steps: [`${market}=${step}`] }
}
