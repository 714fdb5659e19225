import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Report, Role } from './reports'

/** A process that this test started, and alone stops, wakes and ends. */
export class Child<Given extends Report> {
  isStopped = false
  readonly #process: ChildProcess
  readonly #exit: Promise<unknown>

  /** @param clock milliseconds by which its wall clock is wrong */
  constructor(program: string, role: Role, clock: number, receive: (report: Given) => void) {
    const wrong = `const right = Date.now; Date.now = () => right() + ${clock}`
    this.#process = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(wrong)}`, program, JSON.stringify(role)],
      { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }
    )
    this.#process.on('message', (report) => receive(report as Given))
    this.#process.stderr!.on('data', (part: Buffer) => (this.problem += part.toString()))
    this.#exit = once(this.#process, 'exit')
  }

  /** What it wrote as it failed. */
  problem = ''

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  get isRunning(): boolean {
    return !this.hasEnded && !this.isStopped
  }

  stop(): void {
    this.isStopped = true
    this.#process.kill('SIGSTOP')
  }

  wake(): void {
    this.isStopped = false
    this.#process.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    if (this.hasEnded) return
    this.#process.kill('SIGKILL')
    await this.#exit
  }

  async end(): Promise<void> {
    if (this.hasEnded) return
    this.#process.kill('SIGTERM')
    await this.#exit
  }
}
