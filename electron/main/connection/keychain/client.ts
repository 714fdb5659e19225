import { keychainProblem, keychainReport, type SecretStore } from '#engine/connection/index'
import type { KeychainReport } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { connectionsText, keychainText } from '#shared/messages/profiles'
import type { KeychainReply, KeychainRequest } from './messages'

/** The keychain's process as its client needs it. */
export interface KeychainChild {
  send(request: KeychainRequest): void
  onReply(listener: (reply: KeychainReply) => void): void
  /** Called once, however the process ended. */
  onEnd(listener: () => void): void
  kill(): void
}

interface KeychainPorts {
  readonly spawn: () => KeychainChild
  /** Asks without a prompt, within a limit of its own. */
  readonly check: () => Promise<KeychainReport>
  /** How long one request may take, in milliseconds. */
  readonly limit: number
}

type Question = { kind: 'get' | 'delete'; account: string } | { kind: 'set'; account: string; secret: string }

interface Running {
  readonly child: KeychainChild
  readonly waiting: Map<number, (reply: KeychainReply | null) => void>
}

/** A request that is not answered in time ends the process, and the next one starts a fresh one. */
export class KeychainClient implements SecretStore {
  #running: Running | null = null
  #last = 0
  #closed = false

  constructor(private readonly ports: KeychainPorts) {}

  state(): Promise<KeychainReport> {
    return this.ports.check()
  }

  get(account: string): Promise<string | null> {
    return this.#ask({ kind: 'get', account })
  }

  async set(account: string, secret: string): Promise<void> {
    await this.#ask({ kind: 'set', account, secret })
  }

  async delete(account: string): Promise<void> {
    await this.#ask({ kind: 'delete', account })
  }

  /** Resolves when its process is gone. */
  async dispose(): Promise<void> {
    this.#closed = true
    const child = this.#running?.child
    if (!child) return
    const gone = new Promise<void>((resolve) => child.onEnd(resolve))
    this.#end()
    await gone
  }

  async #ask(question: Question): Promise<string | null> {
    const report = await this.ports.check()
    if (report.state !== 'ready') throw keychainProblem(report)
    if (this.#closed) throw fail('keychain.closed', connectionsText.closing)
    const reply = await this.#reply({ ...question, id: ++this.#last })
    if (reply === null) throw keychainProblem(keychainReport('unanswering'), 'no reply in time')
    if (reply.ok) return reply.secret
    if (reply.reason === 'no-library') throw keychainProblem(keychainReport('absent'), reply.detail)
    // It may have been locked or gone in between: then that is the better answer.
    const after = await this.ports.check()
    if (after.state !== 'ready') throw keychainProblem(after, reply.detail)
    throw fail('keychain.failed', keychainText.refused, { retryable: true, detail: reply.detail })
  }

  #reply(request: KeychainRequest): Promise<KeychainReply | null> {
    const running = (this.#running ??= this.#start())
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        // Whatever else waits there is behind the same prompt.
        if (this.#running === running) this.#end()
        else running.child.kill()
      }, this.ports.limit)
      running.waiting.set(request.id, (reply) => {
        clearTimeout(limit)
        running.waiting.delete(request.id)
        resolve(reply)
      })
      running.child.send(request)
    })
  }

  #start(): Running {
    const child = this.ports.spawn()
    const running: Running = { child, waiting: new Map() }
    child.onReply((reply) => running.waiting.get(reply.id)?.(reply))
    child.onEnd(() => {
      if (this.#running === running) this.#running = null
      for (const settle of [...running.waiting.values()]) settle(null)
    })
    return running
  }

  #end() {
    const running = this.#running
    this.#running = null
    if (!running) return
    running.child.kill()
    for (const settle of [...running.waiting.values()]) settle(null)
  }
}
