import { formatUnits } from '#shared/domain/base/decimal'
import { type Listing, listings } from './listing'
import { type Change, type Changes, Market } from './market'
import { Random } from '#sandbox/market/random'

export interface FeedRequest {
  readonly seed: number
  readonly markets: number
  /** Per side and book. */
  readonly levels: number
  readonly messages: number
  /** The share of executions. */
  readonly trades: number
  /** `snapshots`: only whole books. */
  readonly kind: 'updates' | 'snapshots'
}

export type Touch = readonly [bid: number, bidAmount: number, ask: number, askAmount: number]

export interface Feed {
  readonly request: FeedRequest
  readonly markets: readonly string[]
  /** Before the first message. */
  readonly snapshots: readonly string[]
  readonly messages: readonly string[]
  /** The true best prices and level counts at the end. */
  readonly truth: Readonly<Record<string, Touch>>
}

/** The start and interval in microseconds. */
const begin = Date.UTC(2026, 0, 5, 9) * 1000
const between = 200

function writeTime(microseconds: number): string {
  const second = Math.floor(microseconds / 1_000_000)
  const text = new Date(second * 1000).toISOString().slice(0, 20)
  return `${text}${String(microseconds - second * 1_000_000).padStart(6, '0')}Z`
}

function writeLevel({ priceDecimals, amountDecimals }: Listing, [price, amount]: Change): string {
  // Removals are written in several ways.
  const size = amount === 0 && price % 4 !== 0 ? '0' : formatUnits(amount, amountDecimals)
  return `{"price":"${formatUnits(price, priceDecimals)}","amount":"${size}"}`
}

function writeBook(
  listing: Listing,
  type: 'SNAPSHOT' | 'UPDATE',
  time: number,
  { bids, asks }: Changes
): string {
  const { name } = listing
  const write = (side: readonly Change[]) => side.map((change) => writeLevel(listing, change)).join(',')
  return (
    `{"channel":{"type":"market_data","params":{"market":"${name}"}},"payload":{"market":"${name}",` +
    `"type":"${type}","time":"${writeTime(time)}","bids":[${write(bids)}],"asks":[${write(asks)}]}}`
  )
}

function writeTrade(
  { name, priceDecimals, amountDecimals }: Listing,
  time: number,
  [price, amount]: Change
): string {
  return (
    `{"channel":{"type":"execution_data","params":{"market":"${name}"}},"payload":{"market":"${name}",` +
    `"price":"${formatUnits(price, priceDecimals)}","amount":"${formatUnits(amount, amountDecimals)}",` +
    `"executed_at":"${writeTime(time)}"}}`
  )
}

function touchOf({ listing, bids, asks }: Market): Touch {
  const price = (units: number) => Number(formatUnits(units, listing.priceDecimals))
  const amount = (units: number) => Number(formatUnits(units, listing.amountDecimals))
  return [
    price(bids.best),
    amount(bids.amounts.get(bids.best) ?? 0),
    price(asks.best),
    amount(asks.amounts.get(asks.best) ?? 0)
  ]
}

/** As the service sends them, with the final truth. */
export function createFeed(request: FeedRequest): Feed {
  const random = new Random(request.seed)
  const markets = listings(request.markets).map((listing) => new Market(listing, request.levels, random))
  const snapshots = markets.map((market) => writeBook(market.listing, 'SNAPSHOT', begin, market.snapshot()))
  const messages: string[] = []
  for (let index = 0; index < request.messages; index += 1) {
    const time = begin + (index + 1) * between
    const whole = request.kind === 'snapshots'
    const market = markets[whole ? index % markets.length : random.below(markets.length)]!
    if (whole) {
      for (let change = 0; change < 200; change += 1) market.update()
      messages.push(writeBook(market.listing, 'SNAPSHOT', time, market.snapshot()))
    } else if (random.chance(request.trades)) messages.push(writeTrade(market.listing, time, market.trade()))
    else messages.push(writeBook(market.listing, 'UPDATE', time, market.update()))
  }
  const truth = Object.fromEntries(markets.map((market) => [market.listing.name, touchOf(market)]))
  return { request, markets: markets.map(({ listing }) => listing.name), snapshots, messages, truth }
}
