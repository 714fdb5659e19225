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
  /** Asked before each request: addresses and secret are not kept here. */
  readonly access: () => Promise<Omit<TokenRequest, 'signal' | 'milliseconds'>>
}

export interface Grant {
  /** Milliseconds since the epoch, for showing. */
  readonly expiresAt: number
  readonly scopes: readonly string[]
}

interface Held extends Grant {
  readonly text: string
  /** Monotonic: from then on a new one is asked for. */
  readonly freshUntil: number
  /** Monotonic: from then on the service refuses it. */
  readonly goodUntil: number
}

interface Flight {
  readonly work: Promise<string>
  readonly stop: AbortController
  waiting: number
  sent: boolean
}

/** A new token is asked for so long before the old one ends. */
const maxLead = 60_000
/** Time that a request needs on its way: what ends sooner is not given out. */
const journey = 5000
/** After a fault, while the old token is still good, the token host is left alone for so long. */
const rest = 5000

/** These stand until the person changes something: to ask again would bring the same answer. */
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

/** The one token of a profile in use. It lives in memory alone. */
export class TokenSource implements SessionTokens {
  readonly #ended = new AbortController()
  readonly #changed = new Emitter<Grant | null>()
  /** With each new token, and null when one is dropped. */
  readonly onChange = this.#changed.on
  #held: Held | null = null
  #flight: Flight | null = null
  #refusal: ProblemError | null = null
  #restUntil = Number.NEGATIVE_INFINITY

  constructor(private readonly ports: TokenSourcePorts) {}

  /** What is held now; null before the first, after a drop, and when it has run out. */
  get current(): Grant | null {
    const held = this.#held
    return held && this.#now < held.goodUntil ? { expiresAt: held.expiresAt, scopes: held.scopes } : null
  }

  /** Milliseconds until a new token is due. */
  get freshFor(): number {
    return this.#held ? Math.max(0, this.#held.freshUntil - this.#now) : 0
  }

  /**
   * A token, as soon as the service may be asked for anything at all. When a new one is due and cannot be had, the
   * old one is given as long as it is good.
   */
  async valid(signal: AbortSignal): Promise<string> {
    await this.ports.restraint.backOff.ready(signal)
    // Whoever asks may be awake before anybody has said that the computer slept.
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

  /** A token that is not yet due for renewal. However many ask, there is one request; `signal` leaves it. */
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
      // Once sent it is carried through: its answer is good for whoever asks next.
      if (flight.waiting === 0 && !flight.sent) this.#leave(flight)
    }
  }

  /** The service did not accept it: the next is a fresh one. An older token than the present changes nothing. */
  drop(token: string): void {
    if (this.#held?.text === token) this.#hold(null)
  }

  /** After sleep, through which the monotonic clock may have stood still: the wall clock has a say for once. */
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
    if (this.#flight) this.#leave(this.#flight)
  }

  #leave(flight: Flight): void {
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
    // Those who waited may all have left.
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
    // It has lived since it was made, which may have been as soon as it was asked for.
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
    // A token that lives for minutes alone is used for half of them.
    freshUntil: begun.monotonic + life - Math.min(maxLead, life / 2),
    goodUntil: begun.monotonic + life,
    expiresAt: begun.wall + life
  }
}
