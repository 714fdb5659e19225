import { keychainProblem, keychainReport, type SecretStore } from '#engine/connection/index'
import type { KeychainReport } from '#shared/contract/connection/connections'
import { fail } from '#shared/domain/base/problem'
import { connectionsText, keychainText } from '#shared/messages/profiles'
import type { KeychainReply, KeychainRequest } from './messages'

export interface KeychainChild {
  send(request: KeychainRequest): void
  onReply(listener: (reply: KeychainReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface KeychainPorts {
  readonly spawn: () => KeychainChild
  /** Without a prompt, with its own time limit. */
  readonly check: () => Promise<KeychainReport>
  /** Milliseconds per request. */
  readonly limit: number
}

type Question = { kind: 'get' | 'delete'; account: string } | { kind: 'set'; account: string; secret: string }

interface Running {
  readonly child: KeychainChild
  readonly waiting: Map<number, (reply: KeychainReply | null) => void>
}

/** A request that times out ends the process; the next one starts a new one. */
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
    // It may have been locked meanwhile, which is the better answer.
    const after = await this.ports.check()
    if (after.state !== 'ready') throw keychainProblem(after, reply.detail)
    throw fail('keychain.failed', keychainText.refused, { retryable: true, detail: reply.detail })
  }

  #reply(request: KeychainRequest): Promise<KeychainReply | null> {
    const running = (this.#running ??= this.#start())
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        // Other requests wait behind the same prompt.
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
      for (const resolve of [...running.waiting.values()]) resolve(null)
    })
    return running
  }

  #end() {
    const running = this.#running
    this.#running = null
    if (!running) return
    running.child.kill()
    for (const resolve of [...running.waiting.values()]) resolve(null)
  }
}
