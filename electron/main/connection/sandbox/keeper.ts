import { Emitter } from '#shared/domain/base/emitter'
import { fail, ProblemError } from '#shared/domain/base/problem'
import type { SandboxDescription } from '#sandbox/index'
import { connectionsText } from '#shared/messages/profiles'
import type { SandboxReply, SandboxRequest } from './messages'

export interface SandboxChild {
  send(request: SandboxRequest): void
  onReply(listener: (reply: SandboxReply) => void): void
  /** Called once. */
  onEnd(listener: (reason: string) => void): void
  kill(): void
}

export interface KeeperPorts {
  /** Messages per second; null for the default. */
  readonly rate: number | null
  spawn(): SandboxChild
  /** Calls once; the returned function cancels. */
  later(milliseconds: number, call: () => void): () => void
  now(): Date
  log(text: string): void
}

const startLimit = 20_000
const stopLimit = 2000
const firstRestart = 500
const maxRestart = 30_000
/** Restarts are fast again after this long without a crash. */
const steadyAfter = 60_000

/** The last month that can have a statement. */
export function lastFullMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** Starts the local sandbox on demand, restarts it after a crash and stops it on exit. */
export class SandboxKeeper {
  #child: SandboxChild | null = null
  #started: Promise<SandboxDescription> | null = null
  #restartDelay = firstRestart
  #cancelRestart: (() => void) | null = null
  #cancelSteady: (() => void) | null = null
  #ended = false
  #description: SandboxDescription | null = null
  readonly #changed = new Emitter<SandboxDescription | null>()
  /** Null when it has ended and is being restarted. */
  readonly onChange = this.#changed.on

  constructor(private readonly ports: KeeperPorts) {}

  get description(): SandboxDescription | null {
    return this.#description
  }

  /** Concurrent calls share one start. */
  start(): Promise<SandboxDescription> {
    if (this.#ended) return Promise.reject(fail('sandbox.ended', connectionsText.closing))
    this.#cancelRestart?.()
    this.#cancelRestart = null
    this.#started ??= this.#spawn().catch((problem: unknown) => {
      this.#started = null
      throw problem
    })
    return this.#started
  }

  async dispose(): Promise<void> {
    this.#ended = true
    this.#cancelRestart?.()
    this.#cancelSteady?.()
    const child = this.#child
    if (!child) return
    await new Promise<void>((resolve) => {
      const cancel = this.ports.later(stopLimit, () => child.kill())
      child.onEnd(() => {
        cancel()
        resolve()
      })
      child.send({ kind: 'stop' })
    })
  }

  #spawn(): Promise<SandboxDescription> {
    const { rate, spawn, later, log, now } = this.ports
    return new Promise((resolve, reject) => {
      const child = spawn()
      this.#child = child
      let ready = false
      const cancelLimit = later(startLimit, () => {
        reject(fail('sandbox.slow', connectionsText.sandbox.slow, { retryable: true }))
        child.kill()
      })
      child.onReply((reply) => {
        if (reply.kind === 'log') return log(reply.text)
        cancelLimit()
        if (reply.kind === 'failed') {
          reject(new ProblemError(reply.problem))
          return child.kill()
        }
        ready = true
        this.#cancelSteady = later(steadyAfter, () => (this.#restartDelay = firstRestart))
        this.#setDescription(reply.description)
        resolve(reply.description)
      })
      child.onEnd((reason) => {
        cancelLimit()
        this.#cancelSteady?.()
        if (this.#child === child) this.#child = null
        if (!ready) {
          reject(
            fail('sandbox.crashed', connectionsText.sandbox.crashed, {
              retryable: true,
              detail: reason
            })
          )
          return
        }
        this.#started = null
        if (!this.#ended) this.#restart(reason)
      })
      child.send({ kind: 'start', anchor: lastFullMonth(now()), ...(rate !== null && { rate }) })
    })
  }

  #setDescription(description: SandboxDescription | null): void {
    this.#description = description
    this.#changed.fire(description)
  }

  #restart(reason: string): void {
    const delay = this.#restartDelay
    this.#restartDelay = Math.min(delay * 2, maxRestart)
    this.ports.log(`the local sandbox ended (${reason}); it is started again in ${delay} ms`)
    this.#setDescription(null)
    this.#cancelRestart = this.ports.later(delay, () => {
      this.start().catch((problem: unknown) => {
        this.ports.log(`the local sandbox could not be started again: ${String(problem)}`)
        if (!this.#ended) this.#restart(String(problem))
      })
    })
  }
}
