import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SeededRandom } from '../chaos/random'
import type { Connection } from './connection'
import { Faults, type FaultName } from './faults'
import { Feed, type ServiceClock } from './feed'
import type { Market } from './market'
import { makeRecords, type Records } from './records'
import { Rest } from './rest'
import { Spelling } from './spelling'
import { Stream } from './stream'
import { credentials, Tokens } from './tokens'
import { unusual, type Variants } from './variants'

export type { FaultName } from './faults'
export { plain, unusual, type Variants } from './variants'

export interface SecondServiceOptions {
  readonly seed?: number
  /** Defaults to `unusual`. */
  readonly variants?: Partial<Variants>
  /** Changes per second. */
  readonly rate?: number
  readonly addresses?: number
  readonly clock?: ServiceClock
}

/** Written from the description alone, with access to its truth. */
export interface SecondService {
  /** As in the sandbox. */
  readonly description: {
    readonly base_url: string
    readonly auth_url: string
    readonly ws_url: string
    readonly client_id: string
    readonly client_secret: string
    readonly statement_ids: readonly string[]
    readonly conversion_ids: readonly string[]
  }
  readonly variants: Variants
  readonly records: Records
  readonly requests: readonly { readonly path: string; readonly authorization: boolean }[]
  market(name: string): Market
  connections(): number
  pause(): void
  resume(): void
  step(count: number, market?: string): void
  beginFault(name: FaultName, market?: string | null): void
  endFault(name: FaultName): void
  endFaults(): void
  close(): Promise<void>
}

const realClock: ServiceClock = {
  now: () => Date.now(),
  later(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  }
}

export async function startSecondService({
  seed = 1,
  variants: chosen = {},
  rate = 100,
  addresses = 260,
  clock = realClock
}: SecondServiceOptions = {}): Promise<SecondService> {
  const variants = { ...unusual, ...chosen }
  const random = new SeededRandom(seed)
  const spelling = new Spelling(variants, random)
  const records = await makeRecords(seed, variants, addresses)
  const connections = new Set<Connection>()
  const faults = new Faults(clock, random, connections)
  const tokens = new Tokens(clock, variants, random, faults)
  const feed = new Feed(clock, variants, seed, rate, (published) => {
    for (const connection of connections) connection.publish(published)
  })
  const stream = new Stream({ clock, variants, random, spelling, feed, faults, tokens }, connections)
  let origin = ''
  const rest = new Rest({ variants, random, spelling, records, tokens, faults, origin: () => origin })
  const server = createServer((request, response) => {
    rest.handle(request, response).catch(() => response.destroy())
  })
  server.on('upgrade', (request, socket, head: Buffer) => stream.upgrade(request, socket, head))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    description: {
      base_url: `${origin}/v2`,
      auth_url: origin,
      ws_url: `${origin.replace('http', 'ws')}/stream`,
      client_id: credentials.id,
      client_secret: credentials.secret,
      statement_ids: records.statements.map(({ id }) => id),
      conversion_ids: records.conversions.map(({ id }) => id)
    },
    variants,
    records,
    requests: rest.requests,
    market: (name) => feed.markets.get(name)!,
    connections: () => connections.size,
    pause() {
      feed.pause()
      // Sends waiting snapshots.
      for (const connection of connections) connection.sendDueSnapshots()
    },
    resume: () => feed.resume(),
    step: (count, market) => feed.step(count, market),
    beginFault(name, market = null) {
      if (name === 'token-revoked') tokens.revokeAll()
      faults.begin(name, market)
    },
    endFault: (name) => faults.end(name),
    endFaults: () => faults.clear(),
    async close() {
      feed.pause()
      faults.clear()
      for (const connection of connections) connection.terminate()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}
