import { pathToFileURL } from 'node:url'
import process from 'node:process'

/**
 * What a desk of some size needs: `node scripts/scale.mjs` prints the tables of docs/scale.md. The costs are those that
 * `npm run bench -- --only 20` measured, in microseconds of processor time and bytes.
 */
export const costs = {
  collector: 16,
  /** Of the server, for each message that it takes and sends to one seat. */
  serverIn: 4.5,
  serverOut: 0.27,
  seat: 7,
  /** Of a message on the way to a seat. */
  bytes: 245,
  /** Of a message in the log and in Parquet. */
  log: 50,
  parquet: 26
}

/** Messages a second of a market; quiet ones send fewer. */
export const messagesOfMarket = 100
const seatCounts = [10, 100, 1000]
const marketCounts = [10, 100, 500]
const secondsOfDay = 86_400

/** What one computer carries; a reserve of a third is left. */
const limits = { core: 0.67, serverCores: 8, serverGigabits: 10, seatMegabits: 100 }

/**
 * @param {{ seats: number, markets: number }} desk
 */
export function sizeOf({ seats, markets }) {
  const rate = markets * messagesOfMarket
  const megabits = (rate * costs.bytes * 8) / 1e6
  const size = {
    seats,
    markets,
    rate,
    collectorCores: (rate * costs.collector) / 1e6,
    serverCores: (rate * (costs.serverIn + seats * costs.serverOut)) / 1e6,
    seatCores: (rate * costs.seat) / 1e6,
    seatMegabits: megabits,
    serverGigabits: (megabits * seats) / 1000,
    gigabytesOfDay: (rate * secondsOfDay * (costs.log + costs.parquet)) / 1e9
  }
  return { ...size, servers: serversFor(size), first: firstLimitOf(size) }
}

/** @param {{ serverCores: number, serverGigabits: number }} size */
const serversFor = ({ serverCores, serverGigabits }) =>
  Math.max(1, Math.ceil(serverCores / limits.serverCores), Math.ceil(serverGigabits / limits.serverGigabits))

/** @param {{ collectorCores: number, seatCores: number, seatMegabits: number, serverCores: number, serverGigabits: number }} size */
function firstLimitOf({ collectorCores, seatCores, seatMegabits, serverCores, serverGigabits }) {
  const shares = [
    { what: 'collector: its one core', share: collectorCores / limits.core },
    { what: 'seat: its one core', share: seatCores / limits.core },
    { what: `seat: ${limits.seatMegabits} Mbit/s`, share: seatMegabits / limits.seatMegabits },
    { what: 'server: its cores', share: serverCores / limits.serverCores },
    { what: 'server: its network', share: serverGigabits / limits.serverGigabits }
  ]
  const [most] = shares.sort((one, other) => other.share - one.share)
  return most && most.share > 1 ? most.what : 'none'
}

/** @param {number} value */
const shown = (value) => (value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2))))

/** @param {string[][]} rows the first one is the heading */
const table = (rows) => {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function tables() {
  const byMarkets = marketCounts.map((markets) => sizeOf({ seats: 1, markets }))
  const byBoth = marketCounts.flatMap((markets) => seatCounts.map((seats) => sizeOf({ seats, markets })))
  return {
    parts: table([
      [
        'Markets',
        'Messages a second',
        'Collector, cores',
        'Seat, cores',
        'Seat, Mbit/s',
        'Recording, GB a day'
      ],
      ...byMarkets.map(({ markets, rate, collectorCores, seatCores, seatMegabits, gigabytesOfDay }) => [
        String(markets),
        String(rate),
        shown(collectorCores),
        shown(seatCores),
        shown(seatMegabits),
        shown(gigabytesOfDay)
      ])
    ]),
    servers: table([
      ['Markets', 'Seats', 'Server, cores', 'Server, Gbit/s', 'Servers', 'What breaks first'],
      ...byBoth.map(({ markets, seats, serverCores, serverGigabits, servers, first }) => [
        String(markets),
        String(seats),
        shown(serverCores),
        shown(serverGigabits),
        String(servers),
        first
      ])
    ])
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { parts, servers } = tables()
  process.stdout.write(`${parts}\n\n${servers}\n`)
}
