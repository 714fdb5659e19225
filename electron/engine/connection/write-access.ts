import type { WriteAccess, WriteAccessProgress, WriteOutcome } from '#shared/contract/connection/write-access'
import type { Disposable } from '#shared/domain/base/emitter'
import { writingScopes } from '#shared/domain/connection/writing-scopes'
import { fail, toProblem } from '#shared/domain/base/problem'
import { connectionsText } from '#shared/messages/profiles'
import { writeAccessText } from '#shared/messages/service'
import type { Access } from './access'
import type { ConnectingPorts } from './connecting'
import { expectToken, inTurn, type Restraints } from './tokens'

/** No service knows it. */
const unknownScope = 'leadline:no_such_scope'

interface Answer {
  readonly outcome: WriteOutcome
  readonly sentence: string | null
}

/**
 * Asks for a token for each scope that can write, one at a time and in the pace of all token requests. A refusal is the
 * good answer; a token is dropped unread.
 */
export class WriteAccessCheck implements Disposable {
  #stop: AbortController | null = null
  #progress: WriteAccessProgress | null = null

  constructor(
    private readonly ports: ConnectingPorts,
    private readonly restraints: Restraints,
    private readonly changed: () => void
  ) {}

  get progress(): WriteAccessProgress | null {
    return this.#progress
  }

  /** Null if it was stopped. */
  async run(profileId: string, accessOf: () => Promise<Access>): Promise<WriteAccess | null> {
    if (this.#stop) throw fail('connection.busy', writeAccessText.busy)
    const { signal } = (this.#stop = new AbortController())
    try {
      this.#advance(profileId, 0)
      return await this.#check(await accessOf(), signal, (done) => this.#advance(profileId, done))
    } catch (thrown) {
      if (signal.aborted) return null
      throw thrown
    } finally {
      this.#stop = null
      this.#progress = null
      this.changed()
    }
  }

  stop(profileId = this.#progress?.profileId) {
    if (this.#progress?.profileId === profileId) this.#stop?.abort()
  }

  dispose() {
    this.stop()
  }

  #advance(profileId: string, done: number) {
    this.#progress = { profileId, done, total: writingScopes.length }
    this.changed()
  }

  async #check(access: Access, signal: AbortSignal, advance: (done: number) => void): Promise<WriteAccess> {
    const ask = (scope: string) => this.#ask({ ...access, scopes: [scope] }, signal)
    // A client that gets no token at all would look as if it could not write.
    const [own] = access.scopes
    if (own === undefined) throw fail('connection.no-feature', connectionsText.fields.noFeature)
    const read = await ask(own)
    if (read.outcome !== 'issued')
      throw fail('connection.no-token', writeAccessText.readRefused(own, read.sentence))
    // A host that issues tokens for any scope would look as if it let everybody write.
    const isStrict = (await ask(unknownScope)).outcome === 'refused'
    const scopes: WriteAccess['scopes'][number][] = []
    for (const scope of writingScopes) {
      const answer = await ask(scope)
      const isProof = isStrict || answer.outcome !== 'issued'
      scopes.push({
        scope,
        ...(isProof ? answer : { outcome: 'unclear', sentence: writeAccessText.anyScope })
      })
      advance(scopes.length)
    }
    return { checkedAt: this.ports.clock.wall(), scopes }
  }

  async #ask(access: Access, signal: AbortSignal): Promise<Answer> {
    try {
      await inTurn(this.restraints.at(access.tokenHost), signal, () =>
        expectToken(this.ports, { ...access, signal })
      )
      return { outcome: 'issued', sentence: null }
    } catch (thrown) {
      signal.throwIfAborted()
      const { code, sentence } = toProblem(thrown)
      return { outcome: code === 'token.scope' ? 'refused' : 'unclear', sentence }
    }
  }
}
