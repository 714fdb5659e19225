import { systemClock } from '#engine/base/clock'
import type { Connections, Link } from '#engine/connection/index'
import type { Fetch } from '#engine/base/http/index'
import { createRest, type Rest } from '#engine/connection/rest/index'
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
  readonly #absenceListeners = new Set<() => void>()
  readonly #hearers = new Set<(link: Link | null) => void>()
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
    if (this.#absence !== before && this.#link === null) for (const hear of this.#absenceListeners) hear()
  }

  /** Why nothing can be asked is another sentence now. */
  onAbsence(hear: () => void): void {
    this.#absenceListeners.add(hear)
  }

  onLink(hear: (link: Link | null) => void): void {
    this.#hearers.add(hear)
    hear(this.#link)
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
    for (const hear of this.#hearers) hear(link)
  }
}
