import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LiveMarket } from '#engine/market/types'
import { compareTimes, logTimeOf, nanosecondsOf } from '#engine/recording/replay/log-time'
import type { LoggedItem } from '#engine/recording/log/lines'
import type { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { costOf, sizeUnits } from '#shared/domain/market/depth/index'
import { loggedItems, spellHub, StraightPlay } from '../integration/support/straight-play'
import { staleAfter, writeLog } from '../integration/support/written-log'
import { zcat } from '../unit/engine/recording/support'
import { expectCost } from '../unit/shared/domain/market/depth/cost-oracle'
import { oracleUnits, type OracleLevel } from '../unit/shared/domain/market/oracle'
import { columnsOf } from '../unit/shared/domain/market/heat/truth'
import { FuzzRandom } from '../unit/shared/wire/fuzz/random'
import { candlesOf, checkPages } from './pages-check'
import { Oracle, unitsOf } from './oracle'

export interface ReplayCheck {
  readonly faults: readonly string[]
  readonly instants: number
  /** Books that were compared, because they were shown as right. */
  readonly books: number
  readonly trades: number
  readonly candles: number
}

const maxTrades = 50
/** From the units of the oracle over the log to those of the fractions. */
const coarser = unitsOf('1') / oracleUnits({ units: 1n, scale: 0 })
const exact = (decimal: Decimal) => unitsOf(formatDecimal(decimal))

/** Writes the items as a log, and compares seeks to random instants with the oracle and with straight play. */
export async function checkReplay(
  items: readonly LoggedItem[],
  seed: number,
  count: number
): Promise<ReplayCheck> {
  const random = new FuzzRandom(seed)
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-replay-'))
  try {
    await writeLog(folder, items, { random, segment: 3000 })
    return await compare(folder, random, count)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(folder: string, random: FuzzRandom, count: number): Promise<ReplayCheck> {
  const lines = (await zcat(folder)).map((line) => line.split('\t'))
  const logged = await loggedItems(folder)
  const reader = await RecordingReader.open(folder)
  const [from, to] = [nanosecondsOf(reader.from!), nanosecondsOf(reader.to!)]
  const instants = Array.from(
    { length: count },
    () => from + ((to - from) * BigInt(random.below(1e9))) / 999_999_999n
  )
  instants.sort((one, other) => Number(one - other))
  const faults: string[] = []
  const compared = { instants: 0, books: 0, trades: 0, candles: 0 }
  const oracle = new Oracle()
  let next = 0
  const markets = () => [...new Set(lines.flatMap(([, , kind, text]) => (kind === 'e' ? heldIn(text!) : [])))]
  const drawn = markets()
  for (const [index, instant] of instants.entries()) {
    const at = logTimeOf(instant)
    const end = logged.findLastIndex((item) => compareTimes(item, at) <= 0) + 1
    for (; next < end; next++) oracle.read(lines[next]![2]!, lines[next]!.slice(3).join('\t'))
    const position = await reader.seek(at, { staleAfter: () => staleAfter, markets: () => drawn })
    const { hub } = position
    const fault = (sentence: string) => faults.push(`${instant}: ${sentence}`)
    for (const market of hub.markets) compareMarket(market, oracle, fault, compared)
    // The oracle is cheaper.
    if (index % 5 === 0) {
      const found = spellHub(hub)
      await reader.fillHeat(position, drawn)
      compareStraight([...found, ...spellHeat(hub)], straightTo(logged, end, at), fault)
    }
    compared.instants += 1
    hub.dispose()
    if (faults.length > 20) break
  }
  await reader.dispose()
  const pages = await checkPages(folder, logged, lines, drawn)
  return { faults: [...faults, ...pages], ...compared }
}

function heldIn(text: string): string[] {
  const { event, market } = JSON.parse(text) as { event: string; market?: string }
  return event === 'held' ? [market!] : []
}

function straightTo(logged: readonly LoggedItem[], end: number, at: ReturnType<typeof logTimeOf>): string[] {
  const straight = new StraightPlay(logged.slice(0, end), staleAfter)
  straight.playThrough(Infinity)
  straight.hub.advanceTo(at)
  return [...spellHub(straight.hub), ...spellHeat(straight.hub)]
}

/** The columns that are stored. */
const spellHeat = (hub: RecordedHub): string[] =>
  hub.markets.flatMap(({ name, heat }) =>
    (['1m', '5m', '1h'] as const).flatMap((interval) =>
      columnsOf(heat, interval).map(
        (column) => `${name} ${interval} ${JSON.stringify({ ...column, sizes: [...column.sizes] })}`
      )
    )
  )

function compareStraight(
  found: readonly string[],
  wanted: readonly string[],
  fault: (sentence: string) => void
) {
  const place = wanted.findIndex((line, index) => line !== found[index])
  if (place !== -1 || wanted.length !== found.length)
    fault(`line ${place} is ${found[place]?.trim()} after a seek, ${wanted[place]?.trim()} in straight play`)
}

function compareMarket(
  market: LiveMarket,
  oracle: Oracle,
  fault: (sentence: string) => void,
  compared: { books: number; trades: number; candles: number }
): void {
  const truth = oracle.market(market.name)
  const isShownRight = market.state === 'live' || market.state === 'stale'
  if (isShownRight && !truth.snapshot) fault(`${market.name} is ${market.state} without a snapshot`)
  for (const side of isShownRight ? (['bids', 'asks'] as const) : []) {
    const own = market.book
      .levels(side, Infinity)
      .map(({ price, amount }) => `${exact(price)} ${exact(amount)}`)
    const right = truth[side].map(({ price, amount }) => `${price} ${amount}`)
    const place = own.findIndex((level, index) => level !== right[index])
    if (place !== -1 || own.length !== right.length)
      fault(
        `${market.name} ${side} ${own.length} of ${right.length}, at ${place}: ${own[place]}, not ${right[place]}`
      )
    compared.books += 1
  }
  if (isShownRight) compareCosts(market, truth, fault)
  compareTrades(market, truth, fault, compared)
}

const sizes = ['0.001', '2.5', '40', '100000', '1000000000'].map((text) => parseDecimal(text)!)

/** Against fractions of the oracle's levels. */
function compareCosts(
  { name, book }: LiveMarket,
  truth: ReturnType<Oracle['market']>,
  fault: (sentence: string) => void
): void {
  const inOracleUnits = (levels: readonly OracleLevel[]) =>
    levels.map(({ price, amount }) => ({ price: price / coarser, amount: amount / coarser }))
  const sides = { bids: inOracleUnits(truth.bids), asks: inOracleUnits(truth.asks) }
  for (const side of ['bids', 'asks'] as const)
    for (const unit of sizeUnits)
      for (const wanted of sizes)
        try {
          expectCost(costOf(book, side, wanted, unit), sides, side, { wanted, unit }, book)
        } catch (thrown) {
          fault(`${name}: the cost of ${formatDecimal(wanted)} ${unit} in ${side} differs: ${String(thrown)}`)
        }
}

function compareTrades(
  { name, tape, candles }: LiveMarket,
  { trades }: ReturnType<Oracle['market']>,
  fault: (sentence: string) => void,
  compared: { trades: number; candles: number }
): void {
  if (tape.arrivals !== trades.length)
    return fault(`${name} has ${tape.arrivals} trades, not ${trades.length}`)
  const isAhead: boolean[] = []
  for (let arrival = 0; arrival < tape.arrivals; arrival++) {
    const { price, amount, executedAt, ahead } = tape.tradeAt(arrival)!
    isAhead.push(ahead > 0)
    if (arrival < tape.arrivals - maxTrades) continue
    const right = trades[arrival]!
    const isSame = exact(price) === right.price && exact(amount) === right.amount
    if (!isSame || (ahead === 0 && executedAt !== right.at)) fault(`${name}: trade ${arrival} differs`)
    compared.trades += 1
  }
  // The service dated a trade in the future, so its candle is another.
  if (isAhead.includes(true)) return
  const own = Array.from({ length: candles.series('1m').count }, (_, index) =>
    candles.series('1m').at(index)
  ).map(({ start, open, high, low, close, volume }) =>
    [start, ...[open, high, low, close, volume].map(exact)].join(' ')
  )
  const right = candlesOf(trades, 60n)
  if (own.join('\n') !== right.join('\n')) fault(`${name}: ${own.length} candles differ from ${right.length}`)
  compared.candles += own.length
}
