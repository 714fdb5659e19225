import { Emitter } from '#shared/domain/base/emitter'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { tokenText } from '#shared/messages/service'
import type { Token } from '#shared/wire/token'
import type { Clock } from '../../base/clock'
import { abandonable } from '../../base/http'
import type { SessionTokens } from '../stream/types'
import { requestTokenInTurn } from './paced'
import { stopped, type TokenRequest } from './request'
import type { TokenPorts } from './ports'
import type { Restraint } from './restraint'

interface TokenSourcePorts extends TokenPorts {
  readonly clock: Clock
  readonly restraint: Restraint
  /** Read before each request, so that the secret is not kept here. */
  readonly access: () => Promise<Omit<TokenRequest, 'signal' | 'milliseconds'>>
}

export interface Grant {
  /** Milliseconds since the epoch, for display. */
  readonly expiresAt: number
  readonly scopes: readonly string[]
}

interface Held extends Grant {
  readonly text: string
  /** Monotonic: renewed after this. */
  readonly freshUntil: number
  /** Monotonic: invalid after this. */
  readonly goodUntil: number
}

interface Flight {
  readonly work: Promise<string>
  readonly stop: AbortController
  waiting: number
  sent: boolean
}

/** Renewed this long before the end. */
const maxLead = 60_000
/** Tokens that expire within the duration of a request are not used. */
const journey = 5000
/** The pause after an error while the old token is valid. */
const rest = 5000

/** Retrying is pointless until the user acts. */
const refusals = new Set([
  'token.refused',
  'token.scope',
  'connection.no-secret',
  'connection.secret-again',
  'connection.invalid',
  'connection.local-absent'
])
const ended = () => fail('connection.ended', tokenText.connectionEnded)
export const isRefusal = (code: string) => refusals.has(code)

/** The token of the profile in use, only in memory. */
export class TokenSource implements SessionTokens {
  readonly #ended = new AbortController()
  readonly #changed = new Emitter<Grant | null>()
  /** Null when a token is dropped. */
  readonly onChange = this.#changed.on
  #held: Held | null = null
  #flight: Flight | null = null
  #refusal: ProblemError | null = null
  #restUntil = Number.NEGATIVE_INFINITY

  constructor(private readonly ports: TokenSourcePorts) {}

  /** Null before the first, after a drop, and when expired. */
  get current(): Grant | null {
    const held = this.#held
    return held && this.#now < held.goodUntil ? { expiresAt: held.expiresAt, scopes: held.scopes } : null
  }

  /** Milliseconds until renewal. */
  get freshFor(): number {
    return this.#held ? Math.max(0, this.#held.freshUntil - this.#now) : 0
  }

  /** A valid token; the old one if renewal fails and it is still valid. */
  async valid(signal: AbortSignal): Promise<string> {
    await this.ports.restraint.backOff.ready(signal)
    // The caller may run before sleep was detected.
    this.realign()
    if (this.#now < this.#restUntil && this.#usable) return this.#usable
    try {
      return await this.fresh(signal)
    } catch (thrown) {
      signal.throwIfAborted()
      const usable = this.#usable
      if (usable === null || this.#refusal || this.#ended.signal.aborted) throw thrown
      return usable
    }
  }

  /** A token that is not due for renewal. Callers share one request; `signal` ends the wait. */
  async fresh(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    if (this.#ended.signal.aborted) throw ended()
    if (this.#held && this.#now < this.#held.freshUntil) return this.#held.text
    if (this.#refusal) throw this.#refusal
    const flight = (this.#flight ??= this.#start())
    flight.waiting += 1
    try {
      return await abandonable(flight.work, signal)
    } finally {
      flight.waiting -= 1
      // A sent request is completed, because the next caller can use its token.
      if (flight.waiting === 0 && !flight.sent) this.#abandon(flight)
    }
  }

  /** The service rejected it. An older token than the current one is ignored. */
  drop(token: string): void {
    if (this.#held?.text === token) this.#hold(null)
  }

  /** After sleep the monotonic clock may have stopped, so the wall clock is used once. */
  realign(): void {
    const held = this.#held
    if (!held) return
    const slept = held.goodUntil - this.#now - (held.expiresAt - this.ports.clock.wall())
    if (slept <= 0) return
    this.#held = { ...held, freshUntil: held.freshUntil - slept, goodUntil: held.goodUntil - slept }
  }

  dispose(): void {
    this.#changed.dispose()
    this.#held = null
    this.#ended.abort()
    if (this.#flight) this.#abandon(this.#flight)
  }

  #abandon(flight: Flight): void {
    if (this.#flight === flight) this.#flight = null
    flight.stop.abort(stopped())
  }

  get #now(): number {
    return this.ports.clock.monotonic()
  }

  get #usable(): string | null {
    return this.#held && this.#now < this.#held.goodUntil - journey ? this.#held.text : null
  }

  #start(): Flight {
    const stop = new AbortController()
    const work = this.#request(stop.signal, () => void (flight.sent = true)).finally(() => {
      if (this.#flight === flight) this.#flight = null
    })
    const flight: Flight = { work, stop, waiting: 0, sent: false }
    // All callers may have left.
    work.catch(() => {})
    return flight
  }

  async #request(signal: AbortSignal, sent: () => void): Promise<string> {
    const { access, clock, restraint } = this.ports
    let begun = { monotonic: 0, wall: 0 }
    const prepare = async () => {
      const request = await abandonable(access(), signal)
      sent()
      begun = { monotonic: clock.monotonic(), wall: clock.wall() }
      return request
    }
    let token: Token
    try {
      token = await requestTokenInTurn(this.ports, restraint, { signal, prepare })
    } catch (thrown) {
      if (this.#ended.signal.aborted) throw ended()
      if (signal.aborted) throw thrown
      this.#restUntil = this.#now + rest
      if (thrown instanceof ProblemError && isRefusal(thrown.problem.code)) this.#refusal = thrown
      throw thrown
    }
    if (this.#ended.signal.aborted) throw ended()
    // Its lifetime counts from the request.
    this.#hold(heldFrom(token, begun))
    return token.accessToken
  }

  #hold(held: Held | null): void {
    this.#held = held
    this.#restUntil = Number.NEGATIVE_INFINITY
    this.#changed.fire(this.current)
  }
}

function heldFrom(token: Token, begun: { monotonic: number; wall: number }): Held {
  const life = token.expiresInSeconds * 1000
  return {
    text: token.accessToken,
    scopes: token.scopes,
    // Short-lived tokens are renewed after half their life.
    freshUntil: begun.monotonic + life - Math.min(maxLead, life / 2),
    goodUntil: begun.monotonic + life,
    expiresAt: begun.wall + life
  }
}
