import { systemClock } from '#engine/base/clock'
import type { Connections, Link } from '#engine/connection/index'
import type { Fetch } from '#engine/base/http/index'
import { createRest, type Rest } from '#engine/connection/rest/index'
import { Emitter } from '#shared/domain/base/emitter'
import {
  featureTitles,
  type ConnectionsState,
  type ServiceFeature
} from '#shared/contract/connection/connections'
import { connectionsText } from '#shared/messages/profiles'

interface RestService {
  readonly connections: Pick<Connections, 'read' | 'onLink' | 'onChange'>
  readonly fetch: Fetch
  readonly keepOutOfLogs: (secret: string) => void
  readonly redact: (text: string) => string
}

const text = connectionsText

/** REST over the connection in use, or why it is unavailable. */
export class RestAccess {
  #link: Link | null = null
  #rest: Rest | null = null
  #absence = text.none
  readonly #absenceChanged = new Emitter()
  readonly #linked = new Emitter<Link | null>()
  /** The reason changed. */
  readonly onAbsence = this.#absenceChanged.on
  readonly #unsubscribe: readonly (() => void)[]

  constructor(service: RestService) {
    const { connections } = service
    this.#showStatus(connections.read())
    this.#unsubscribe = [
      connections.onLink((link) => this.#take(link, service)),
      connections.onChange((state) => this.#showStatus(state))
    ]
  }

  get link(): Link | null {
    return this.#link
  }

  for(feature: ServiceFeature): Rest | string {
    if (!this.#link || !this.#rest) return this.#absence
    const { name, features } = this.#link.profile
    if (features[feature]) return this.#rest
    return text.switchedOff(featureTitles[feature], name)
  }

  /** Whether a connection was chosen, in any state. */
  get isChosen(): boolean {
    return this.#absence !== text.none
  }

  /** A failed connection provides the sentence. */
  #showStatus({ status: { profileId, phase, sentence }, profiles }: ConnectionsState): void {
    const before = this.#absence
    const used = profiles.find(({ id }) => id === profileId)
    if (used?.feed) this.#absence = text.onlyMarkets(used.name)
    else this.#absence = phase === 'idle' ? text.none : phase === 'connected' ? text.settingUp : sentence
    if (this.#absence !== before && this.#link === null) this.#absenceChanged.fire()
  }

  /** Called now and on every change; null when disconnected. */
  onLink(listener: (link: Link | null) => void): () => void {
    const unsubscribe = this.#linked.on(listener)
    listener(this.#link)
    return unsubscribe
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
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
