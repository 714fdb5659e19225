import type { SeededRandom } from '../chaos/random'
import type { Connection } from './connection'
import type { ServiceClock } from './feed'

export type FaultName =
  | 'held'
  | 'dead'
  | 'drop'
  | 'close-1001'
  | 'close-1011'
  | 'close-1013'
  | 'handshake-401'
  | 'handshake-403'
  | 'handshake-503'
  | 'token-revoked'
  | 'token-down'
  | 'token-429'
  | 'slow-acks'
  | 'garbage'
  | 'binary'
  | 'snapshot-again'

const closings: Partial<Record<FaultName, number | null>> = {
  drop: null,
  'close-1001': 1001,
  'close-1011': 1011,
  'close-1013': 1013
}
const refusals: Partial<Record<FaultName, number>> = {
  'handshake-401': 401,
  'handshake-403': 403,
  'handshake-503': 503
}
/** Neither is JSON. */
const garbage = ['{"channel":', '<html>502 Bad Gateway</html>']

/** Faults that lose nothing on an open connection. */
export class Faults {
  readonly #active = new Map<FaultName, string | null>()
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: ServiceClock,
    private readonly random: SeededRandom,
    private readonly connections: ReadonlySet<Connection>
  ) {}

  has(name: FaultName): boolean {
    return this.#active.has(name)
  }

  begin(name: FaultName, market: string | null = null): void {
    this.#active.set(name, market)
    for (const connection of this.connections) this.meet(connection)
    this.#cancel ??= this.clock.later(300, () => this.#tick())
  }

  end(name: FaultName): void {
    this.#active.delete(name)
    if (name === 'dead') for (const connection of this.connections) connection.terminate()
    if (name === 'held') for (const connection of this.connections) connection.outbox.release()
  }

  clear(): void {
    for (const name of this.#active.keys()) this.end(name)
    this.#cancel?.()
    this.#cancel = null
  }

  /** Open, but neither reads nor writes. */
  isDead(): boolean {
    return this.has('dead')
  }

  holds(market: string | null): boolean {
    if (this.isDead()) return true
    const held = this.#active.get('held')
    return held !== undefined && (held === null || held === market)
  }

  refusal(): number | null {
    for (const name of this.#active.keys()) if (refusals[name] !== undefined) return refusals[name]
    return null
  }

  ackDelay(): number | null {
    return this.has('slow-acks') ? this.random.whole(1000, 6000) : null
  }

  /** For connections before and during a fault. */
  meet(connection: Connection): void {
    for (const name of this.#active.keys()) {
      const code = closings[name]
      if (code !== undefined) this.clock.later(this.random.whole(1, 1500), () => connection.drop(code))
    }
  }

  #tick(): void {
    this.#cancel = this.#active.size === 0 ? null : this.clock.later(300, () => this.#tick())
    for (const connection of this.connections) {
      if (this.has('garbage')) connection.outbox.send(this.random.pick(garbage), null)
      if (this.has('binary')) connection.outbox.sendBinary(Buffer.from([0, 255, 123, 34]))
      const market = this.#active.get('snapshot-again')
      if (market) connection.sendSnapshotAgain(market)
    }
  }
}
