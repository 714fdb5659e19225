import { systemClock } from '#engine/base/clock'
import type { Connections, Link } from '#engine/connection/index'
import type { Fetch } from '#engine/base/http/index'
import { createRest, type Rest } from '#engine/connection/rest/index'
import { Emitter } from '#shared/domain/base/emitter'
import {
  featureTitles,
  type ConnectionStatus,
  type ServiceFeature
} from '#shared/contract/connection/connections'

export interface RestService {
  readonly connections: Pick<Connections, 'onLink'>
  readonly fetch: Fetch
  readonly keepOutOfLogs: (secret: string) => void
  readonly redact: (text: string) => string
}

const notConnected = 'There is no connection. Choose one in Connections.'

/** REST over the connection in use. Whoever asks is told in words why there is none. */
export class RestDesk {
  #link: Link | null = null
  #rest: Rest | null = null
  #absence = notConnected
  readonly #absenceChanged = new Emitter()
  readonly #linked = new Emitter<Link | null>()
  /** There is no REST for another reason than before. */
  readonly onAbsence = this.#absenceChanged.on
  #stop = () => {}

  /** Once there are connections. */
  serve(service: RestService): void {
    this.#stop = service.connections.onLink((link) => this.#take(link, service))
  }

  get link(): Link | null {
    return this.#link
  }

  for(feature: ServiceFeature): Rest | string {
    if (!this.#link || !this.#rest) return this.#absence
    const { name, features } = this.#link.profile
    if (features[feature]) return this.#rest
    return `“${featureTitles[feature]}” is switched off in the connection “${name}”. It can be switched on in Connections.`
  }

  /** Whether a connection was chosen, whatever has become of it. */
  get isChosen(): boolean {
    return this.#absence !== notConnected
  }

  /** A connection that was chosen and cannot be used says so itself. */
  connectionChanged({ phase, sentence }: Pick<ConnectionStatus, 'phase' | 'sentence'>): void {
    const before = this.#absence
    this.#absence =
      phase === 'idle' ? notConnected : phase === 'connected' ? 'The connection is being set up.' : sentence
    if (this.#absence !== before && this.#link === null) this.#absenceChanged.fire()
  }

  /** The present connection, or null, is passed at once. */
  onLink(listener: (link: Link | null) => void): () => void {
    const unsubscribe = this.#linked.on(listener)
    listener(this.#link)
    return unsubscribe
  }

  dispose(): void {
    this.#stop()
    this.#give(null, null)
  }

  #take(link: Link | null, { fetch, keepOutOfLogs, redact }: RestService): void {
    const rest =
      link &&
      createRest({
        fetch,
        keepOutOfLogs,
        redact,
        clock: systemClock,
        random: Math.random,
        restBase: link.access.restBase,
        tokens: link.tokens,
        backOff: link.backOff,
        report: link.report
      })
    this.#give(link, rest)
  }

  #give(link: Link | null, rest: Rest | null): void {
    this.#link = link
    this.#rest = rest
    this.#linked.fire(link)
  }
}
