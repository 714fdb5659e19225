import type { ConnectionStatus, Profile, SharingState } from '#shared/contract/connection/connections'
import { Emitter } from '#shared/domain/base/emitter'
import { toProblem, type Problem } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import type { Clock, Random } from '../base/clock'
import { refusedWait } from '../base/http'
import { isRefusal, Restraints, type Grant, type TokenPorts } from './tokens'
import type { Access } from './access'
import type { FeedAccess } from './feed-address'
import type { FeedLink, Link } from './link'
import { Running } from './running'

export interface ConnectingPorts extends TokenPorts {
  readonly clock: Clock
  readonly random: Random
}

/** The minimum time between renewals. */
const soonestRenewal = 10_000
/** The initial wait after a network error, doubled each time. */
const firstRetry = 5000
const maxRetry = 60_000

/** Retrying is pointless until the user acts; a keychain might prompt again. */
const needsPerson = ({ code }: Problem) => /^(connection|keychain)\./.test(code)

/** The profile in use and its state. Connecting to another one ends it. */
export class Connecting {
  readonly restraints: Restraints
  readonly #linked = new Emitter<Link | null>()
  /** Only later changes; `link` is the current one. */
  readonly onLink = this.#linked.on
  readonly #followed = new Emitter<FeedLink | null>()
  readonly onFeed = this.#followed.on
  #status: ConnectionStatus
  #running: Running | null = null
  #link: Link | null = null
  #feed: FeedLink | null = null
  /** Increases with each connection. */
  #turn = 0
  /** Consecutive, since the last token or manual connect. */
  #refusals = 0
  #cancelRetry: (() => void) | null = null

  constructor(
    private readonly ports: ConnectingPorts,
    private readonly changed: () => void
  ) {
    this.restraints = new Restraints(ports.clock, ports.random)
    this.#status = this.#fresh(null, 'idle', connectionsText.notConnected)
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  get link(): Link | null {
    return this.#link
  }

  async connect(profile: Profile, accessOf: () => Promise<Access>): Promise<void> {
    this.#stop()
    this.#refusals = 0
    this.#set(this.#fresh(profile.id, 'connecting', connectionsText.connectingTo(profile.name)))
    await this.#begin(profile, accessOf)
  }

  /** A desk feed, whose server says later whether it accepts the key. */
  async follow(profile: Profile, accessOf: () => Promise<FeedAccess>): Promise<void> {
    this.#stop()
    const turn = this.#turn
    this.#set(this.#fresh(profile.id, 'connecting', connectionsText.connectingTo(profile.name)))
    try {
      const access = await accessOf()
      if (turn !== this.#turn) return
      this.#set(this.#fresh(profile.id, 'connected', connectionsText.following(profile.name)))
      this.#giveFeed({ profile, access })
    } catch (thrown) {
      if (turn === this.#turn) this.#setTrouble(profile.id, 'failed', toProblem(thrown), null)
    }
  }

  async #begin(profile: Profile, accessOf: () => Promise<Access>): Promise<void> {
    const { restraints } = this
    const running: Running = new Running(
      profile,
      {
        ...this.ports,
        restraints,
        renewed: (grant) => this.#renewed(running, grant),
        reported: () => this.#reported(running)
      },
      accessOf
    )
    this.#running = running
    await this.#obtain(running)
  }

  disconnect(sentence = connectionsText.notConnected) {
    this.#stop()
    this.#set(this.#fresh(null, 'idle', sentence))
  }

  /** The service ended. */
  lose(profile: Profile, sentence: string) {
    this.#stop()
    this.#set(this.#fresh(profile.id, 'failed', sentence))
  }

  /** Of the connection in use. */
  setSharing(sharing: SharingState): void {
    if (this.#status.phase === 'connected') this.#set({ ...this.#status, sharing })
  }

  /** Overdue renewals run after sleep. */
  async resumed(): Promise<void> {
    const running = this.#running
    if (!running) return
    running.tokens?.realign()
    await this.#obtain(running)
  }

  async #obtain(running: Running): Promise<void> {
    if (running.obtaining) return
    running.obtaining = true
    try {
      const tokens = await running.obtain()
      if (this.#running !== running) return
      running.later(Math.max(tokens.freshFor, soonestRenewal), () => void this.#obtain(running))
    } catch (thrown) {
      if (this.#running === running) this.#missed(running, toProblem(thrown))
    } finally {
      running.obtaining = false
    }
  }

  #renewed(running: Running, grant: Grant | null) {
    if (this.#running !== running) return
    // The token was refused, so a new one is requested.
    if (!grant) return void this.#obtain(running)
    running.faults = 0
    this.#refusals = 0
    const { phase, since } = this.#status
    const next = {
      ...this.#fresh(running.profile.id, 'connected', running.sentence(grant.scopes)),
      troubles: running.troubles,
      tokenExpiresAt: grant.expiresAt,
      granted: grant.scopes
    }
    // Renewing a token keeps the connection and its start time.
    const { sharing } = this.#status
    this.#set(phase === 'connected' ? { ...next, since, ...(sharing && { sharing }) } : next)
    this.#give(running.link)
  }

  #reported(running: Running) {
    if (this.#running !== running || this.#status.phase !== 'connected') return
    this.#set({ ...this.#status, troubles: running.troubles })
  }

  /** Refusals are retried rarely, network errors soon. */
  #missed(running: Running, problem: Problem) {
    // A connection that worked before is retried soon: a network's sign-in page also shows a wrong certificate for a
    // while.
    if (isRefusal(problem.code) || (!problem.retryable && this.#link === null)) {
      return this.#refuse(running, problem)
    }
    const wait = Math.max(Math.min(firstRetry * 2 ** running.faults, maxRetry), running.held)
    running.faults += 1
    // The current token stays valid until it expires.
    if (!running.tokens?.current) this.#setTrouble(running.profile.id, 'failed', problem, wait)
    running.later(wait, () => void this.#obtain(running))
  }

  #refuse({ profile, accessOf }: Running, problem: Problem) {
    const { clock, random } = this.ports
    this.#stop()
    const phase = isRefusal(problem.code) ? 'refused' : 'failed'
    if (needsPerson(problem)) return this.#setTrouble(profile.id, phase, problem, null)
    const wait = refusedWait(this.#refusals, random)
    this.#refusals += 1
    this.#cancelRetry = clock.later(wait, () => {
      this.#cancelRetry = null
      this.#set({ ...this.#status, retryAt: null })
      void this.#begin(profile, accessOf)
    })
    this.#setTrouble(profile.id, phase, problem, wait)
  }

  /** The same problem keeps its start time. */
  #setTrouble(profileId: string, phase: 'refused' | 'failed', problem: Problem, wait: number | null) {
    const before = this.#status
    const status = this.#fresh(profileId, phase, problem.sentence)
    const isSame = before.profileId === profileId && before.phase === phase
    this.#set({
      ...status,
      problem,
      since: isSame ? before.since : status.since,
      retryAt: wait === null ? null : this.ports.clock.wall() + wait
    })
  }

  #stop() {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    const running = this.#running
    this.#running = null
    running?.stop()
    this.#turn += 1
    this.#give(null)
    this.#giveFeed(null)
  }

  #give(link: Link | null) {
    if (this.#link === link) return
    this.#link = link
    this.#linked.fire(link)
  }

  #giveFeed(feed: FeedLink | null) {
    if (this.#feed === feed) return
    this.#feed = feed
    this.#followed.fire(feed)
  }

  #fresh(profileId: string | null, phase: ConnectionStatus['phase'], sentence: string): ConnectionStatus {
    const since = this.ports.clock.wall()
    return {
      profileId,
      phase,
      sentence,
      since,
      problem: null,
      retryAt: null,
      troubles: [],
      tokenExpiresAt: null,
      granted: []
    }
  }

  #set(status: ConnectionStatus) {
    this.#status = status
    this.changed()
  }
}
