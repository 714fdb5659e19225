import type { ConnectionStatus, ConnectionTest, Profile } from '../../shared/contract/connections'
import { fail, toProblem, type Problem } from '../../shared/domain/problem'
import { requestToken, type TokenPorts } from '../tokens'
import type { Access } from './access'
import { judgeScopes, scopeSentence } from './scopes'

export interface ConnectingPorts extends TokenPorts {
  readonly now: () => number
  /** Calls back once; the returned function takes it back. */
  readonly later: (milliseconds: number, call: () => void) => () => void
}

/** A new token is asked for so long before the old one ends, but never in a rush of requests. */
const renewalLead = 60_000
const soonestRenewal = 10_000
const longestTimer = 2 ** 31 - 1
/** After a fault of the network: the waits double, from the first to the longest. */
const firstRetry = 5000
const longestRetry = 60_000

const notConnected = 'Not connected.'
const refusals = new Set(['token.refused', 'token.scope', 'connection.no-secret', 'connection.local-absent'])

/** Which profile is in use and how that stands. One at a time: a later wish ends an earlier one. */
export class Connecting {
  #status: ConnectionStatus
  #running: AbortController | null = null
  #forgetNext: (() => void) | null = null
  #faults = 0

  constructor(
    private readonly ports: ConnectingPorts,
    private readonly changed: () => void
  ) {
    this.#status = this.#fresh(null, 'idle', notConnected)
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  async connect(profile: Profile, accessOf: () => Promise<Access>): Promise<void> {
    this.#stop()
    this.#faults = 0
    this.#set(this.#fresh(profile.id, 'connecting', `Connecting to ${profile.name}.`))
    await this.#obtain(profile, accessOf)
  }

  async #obtain(profile: Profile, accessOf: () => Promise<Access>): Promise<void> {
    this.#stop()
    const running = new AbortController()
    this.#running = running
    let next: ConnectionStatus & { readonly tokenExpiresAt: number }
    try {
      const access = await accessOf()
      // The keychain may have taken its time: a connection that is no longer wanted sends nothing.
      running.signal.throwIfAborted()
      const token = await requestToken(this.ports, { ...access, signal: running.signal })
      const remark = scopeSentence(judgeScopes(access.scopes, token.scopes))
      next = {
        ...this.#fresh(
          profile.id,
          'connected',
          [`Connected to ${profile.name}.`, remark].filter(Boolean).join(' ')
        ),
        tokenExpiresAt: this.ports.now() + token.expiresInSeconds * 1000,
        granted: token.scopes
      }
    } catch (thrown) {
      if (this.#running === running) this.#missed(toProblem(thrown), profile, accessOf)
      return
    }
    if (this.#running !== running) return
    this.#running = null
    this.#faults = 0
    // A renewed token is the same connection: it has stood since it was first made.
    const { phase, since } = this.#status
    this.#set(phase === 'connected' ? { ...next, since } : next)
    const left = next.tokenExpiresAt - this.ports.now() - renewalLead
    this.#obtainIn(Math.min(Math.max(left, soonestRenewal), longestTimer), profile, accessOf)
  }

  /** A refusal stands until the person changes something; a fault of the network is waited out. */
  #missed(problem: Problem, profile: Profile, accessOf: () => Promise<Access>) {
    this.#running = null
    const { code, sentence, retryable } = problem
    if (refusals.has(code) || !retryable) {
      this.#set(this.#fresh(profile.id, refusals.has(code) ? 'refused' : 'failed', sentence))
      return
    }
    const wait = Math.min(firstRetry * 2 ** this.#faults, longestRetry)
    this.#faults += 1
    // The token in hand is good to its end, whatever became of its successor.
    const { tokenExpiresAt } = this.#status
    if (tokenExpiresAt === null || tokenExpiresAt <= this.ports.now()) {
      this.#set(this.#fresh(profile.id, 'failed', `${sentence} Trying again in ${wait / 1000} s.`))
    }
    this.#obtainIn(wait, profile, accessOf)
  }

  #obtainIn(milliseconds: number, profile: Profile, accessOf: () => Promise<Access>) {
    this.#forgetNext = this.ports.later(milliseconds, () => void this.#obtain(profile, accessOf))
  }

  disconnect(sentence = notConnected) {
    this.#stop()
    this.#set(this.#fresh(null, 'idle', sentence))
  }

  /** What it was connected to has gone away by itself. */
  lose(profile: Profile, sentence: string) {
    this.#stop()
    this.#set(this.#fresh(profile.id, 'failed', sentence))
  }

  #stop() {
    this.#running?.abort()
    this.#running = null
    this.#forgetNext?.()
    this.#forgetNext = null
  }

  #fresh(profileId: string | null, phase: ConnectionStatus['phase'], sentence: string): ConnectionStatus {
    return { profileId, phase, sentence, since: this.ports.now(), tokenExpiresAt: null, granted: [] }
  }

  #set(status: ConnectionStatus) {
    this.#status = status
    this.changed()
  }
}

/** One token, asked for and thrown away: what the service grants, and how fast. */
export async function testAccess(ports: ConnectingPorts, access: Access): Promise<ConnectionTest> {
  if (access.scopes.length === 0) {
    throw fail('connection.no-feature', 'Choose at least one thing to use this connection for.')
  }
  const begun = ports.now()
  const token = await requestToken(ports, access)
  const milliseconds = Math.max(0, Math.round(ports.now() - begun))
  const { missing, excessive } = judgeScopes(access.scopes, token.scopes)
  return { granted: token.scopes, missing, excessive, expiresInSeconds: token.expiresInSeconds, milliseconds }
}
