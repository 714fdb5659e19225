import {
  featureScopes,
  type ConnectionTrouble,
  type Profile,
  type ServiceFeature
} from '#shared/contract/connection/connections'
import type { Problem } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import type { Clock } from '../base/clock'
import { TokenSource, type Grant, type Restraints, type TokenPorts } from './tokens'
import type { Access } from './access'
import type { Link } from './link'
import { judgeScopes, scopeSentence } from './scopes'

interface RunningPorts extends TokenPorts {
  readonly clock: Clock
  readonly restraints: Restraints
  /** Null when a token was dropped. */
  readonly renewed: (grant: Grant | null) => void
  readonly reported: () => void
}

/** Unless it is disproved. */
const troubleLasts = 15 * 60_000

interface Trouble extends ConnectionTrouble {
  /** The token lacks the scope, so it stays until the feature works or a token has it. */
  readonly isScope: boolean
}

/** From `connect` to its end. */
export class Running {
  readonly #stop = new AbortController()
  readonly #troubles = new Map<ServiceFeature, Trouble>()
  #cancelFade: (() => void) | null = null
  #source: { readonly tokens: TokenSource; readonly link: Link; readonly asked: readonly string[] } | null =
    null
  #cancelNext: (() => void) | null = null
  /** Consecutive, since the last token. */
  faults = 0
  obtaining = false

  constructor(
    readonly profile: Profile,
    private readonly ports: RunningPorts,
    readonly accessOf: () => Promise<Access>
  ) {}

  get tokens(): TokenSource | null {
    return this.#source?.tokens ?? null
  }

  get link(): Link | null {
    return this.#source?.link ?? null
  }

  /** Milliseconds until a request is allowed. */
  get held(): number {
    return this.link?.backOff.remaining ?? 0
  }

  /** Resolves with a token that is not due for renewal. */
  async obtain(): Promise<TokenSource> {
    const { signal } = this.#stop
    const { tokens } = (this.#source ??= await this.#prepare(signal))
    await tokens.fresh(signal)
    return tokens
  }

  sentence(granted: readonly string[]): string {
    const remark = scopeSentence(judgeScopes(this.#source?.asked ?? granted, granted))
    return connectionsText.connectedTo(this.profile.name, remark)
  }

  get troubles(): readonly ConnectionTrouble[] {
    return Array.from(this.#troubles.values(), ({ feature, sentence, at }) => ({ feature, sentence, at }))
  }

  later(milliseconds: number, call: () => void) {
    this.#cancelNext?.()
    this.#cancelNext = this.ports.clock.later(milliseconds, call)
  }

  stop() {
    this.#cancelNext?.()
    this.#cancelNext = null
    this.#cancelFade?.()
    this.#stop.abort()
    this.tokens?.dispose()
  }

  async #prepare(signal: AbortSignal) {
    const first = await this.accessOf()
    // The keychain may be slow; the connection may have been cancelled.
    signal.throwIfAborted()
    const restraint = this.ports.restraints.at(first.tokenHost)
    let waiting: Access | null = first
    const tokens = new TokenSource({
      ...this.ports,
      restraint,
      access: async () => {
        const access = waiting ?? (await this.accessOf())
        waiting = null
        return access
      }
    })
    tokens.onChange((grant) => {
      this.#drop(({ feature, isScope }) => isScope && grant?.scopes.includes(featureScopes[feature]) === true)
      this.ports.renewed(grant)
    })
    const { restBase, streamAddress } = first
    const link: Link = {
      profile: this.profile,
      access: { restBase, streamAddress },
      tokens,
      backOff: restraint.backOff,
      report: (feature, problem) => this.#report(feature, problem)
    }
    return { tokens, link, asked: first.scopes }
  }

  #report(feature: ServiceFeature, problem: Problem | null) {
    if (this.#stop.signal.aborted || (!problem && !this.#troubles.has(feature))) return
    this.#troubles.delete(feature)
    if (problem)
      this.#troubles.set(feature, {
        feature,
        sentence: problem.sentence,
        at: this.ports.clock.wall(),
        isScope: problem.code === 'rest.scope'
      })
    this.#fade()
    this.ports.reported()
  }

  #drop(isOver: (trouble: Trouble) => boolean) {
    for (const trouble of this.#troubles.values()) if (isOver(trouble)) this.#report(trouble.feature, null)
  }

  /** Removes a refusal that does not recur. */
  #fade() {
    this.#cancelFade?.()
    const oldest = [...this.#troubles.values()].find(({ isScope }) => !isScope)
    this.#cancelFade =
      oldest === undefined
        ? null
        : this.ports.clock.later(Math.max(0, oldest.at + troubleLasts - this.ports.clock.wall()), () =>
            this.#report(oldest.feature, null)
          )
  }
}
