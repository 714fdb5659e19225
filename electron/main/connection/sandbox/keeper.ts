import { fail, ProblemError } from '#shared/domain/base/problem'
import type { SandboxDescription } from '#sandbox/index'
import type { SandboxReply, SandboxRequest } from './messages'

/** A child process as the keeper needs it. */
export interface SandboxChild {
  send(request: SandboxRequest): void
  onReply(hear: (reply: SandboxReply) => void): void
  /** Called once, however the process ended. */
  onEnd(hear: (code: number | null) => void): void
  kill(): void
}

export interface KeeperPorts {
  /** Messages a second; null for the sandbox's own choice. */
  readonly rate: number | null
  spawn(): SandboxChild
  /** Calls back once; the returned function takes it back. */
  later(milliseconds: number, call: () => void): () => void
  now(): Date
  log(text: string): void
  /** The sandbox runs at these addresses now, or (null) it ended and is being brought back. */
  changed(description: SandboxDescription | null): void
}

const startLimit = 20_000
const stopLimit = 2000
const firstRestart = 500
const maxRestart = 30_000
/** After so long without a fall, the next restart is quick again. */
const steadyAfter = 60_000

/** The month before this one: the last that can have a statement. */
export function lastFullMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** Starts the local sandbox when it is first wanted, brings it back after a crash, and ends it with the app. */
export class SandboxKeeper {
  #child: SandboxChild | null = null
  #started: Promise<SandboxDescription> | null = null
  #restartDelay = firstRestart
  #forgetRestart: (() => void) | null = null
  #forgetSteady: (() => void) | null = null
  #ended = false

  constructor(private readonly ports: KeeperPorts) {}

  /** One start at a time; whoever asks while it runs gets the same addresses. */
  start(): Promise<SandboxDescription> {
    if (this.#ended) return Promise.reject(fail('sandbox.ended', 'Leadline is closing.'))
    this.#forgetRestart?.()
    this.#forgetRestart = null
    this.#started ??= this.#spawn().catch((problem: unknown) => {
      this.#started = null
      throw problem
    })
    return this.#started
  }

  /** Resolves when the process is gone. */
  async end(): Promise<void> {
    this.#ended = true
    this.#forgetRestart?.()
    this.#forgetSteady?.()
    const child = this.#child
    if (!child) return
    await new Promise<void>((resolve) => {
      const forget = this.ports.later(stopLimit, () => child.kill())
      child.onEnd(() => {
        forget()
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
      const forgetLimit = later(startLimit, () => {
        reject(fail('sandbox.slow', 'The local sandbox did not start in time.', { retryable: true }))
        child.kill()
      })
      child.onReply((reply) => {
        if (reply.kind === 'log') return log(reply.text)
        forgetLimit()
        if (reply.kind === 'failed') {
          reject(new ProblemError(reply.problem))
          return child.kill()
        }
        ready = true
        this.#forgetSteady = later(steadyAfter, () => (this.#restartDelay = firstRestart))
        this.ports.changed(reply.description)
        resolve(reply.description)
      })
      child.onEnd((code) => {
        forgetLimit()
        this.#forgetSteady?.()
        if (this.#child === child) this.#child = null
        if (!ready) {
          reject(
            fail('sandbox.crashed', 'The local sandbox ended before it was ready.', {
              retryable: true,
              detail: `exit code ${code}`
            })
          )
          return
        }
        this.#started = null
        if (!this.#ended) this.#restart(code)
      })
      child.send({ kind: 'start', anchor: lastFullMonth(now()), ...(rate !== null && { rate }) })
    })
  }

  #restart(code: number | null): void {
    const delay = this.#restartDelay
    this.#restartDelay = Math.min(delay * 2, maxRestart)
    this.ports.log(`the local sandbox ended with ${code}; it is started again in ${delay} ms`)
    this.ports.changed(null)
    this.#forgetRestart = this.ports.later(delay, () => {
      this.start().catch((problem: unknown) => {
        this.ports.log(`the local sandbox could not be started again: ${String(problem)}`)
        if (!this.#ended) this.#restart(null)
      })
    })
  }
}
