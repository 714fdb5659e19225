import type { Problem } from '#shared/domain/base/problem'
import type { Clock, Random } from '../../base/clock'
import { Alarm } from './alarm'
import { refusedWait } from '../../base/http'
import { Backoff } from './backoff'
import type { SessionOptions } from './options'
import type { StatusBoard } from './status-board'

interface RetryPorts {
  readonly clock: Clock
  readonly random: Random
  readonly options: SessionOptions
  readonly board: StatusBoard
  readonly connect: () => void
}

/** The next attempt and its status. */
export class Retry {
  readonly #backoff: Backoff
  readonly #alarm: Alarm
  /** Consecutive. */
  #refusals = 0

  constructor(private readonly ports: RetryPorts) {
    this.#backoff = new Backoff(ports.options, ports.random)
    this.#alarm = new Alarm(ports.clock, ports.connect)
  }

  get failures(): number {
    return this.#backoff.failures
  }

  /** Whether another connection is within the limit. */
  get free(): boolean {
    return this.#backoff.free(this.ports.clock.monotonic())
  }

  connecting(): void {
    this.#alarm.clear()
    this.#backoff.connecting(this.ports.clock.monotonic())
  }

  opened(): void {
    this.#refusals = 0
  }

  /** @param steady the connection had data for long enough */
  broughtData(steady: boolean): void {
    if (steady) this.#backoff.reset()
    else this.#backoff.broughtData()
  }

  stop(): void {
    this.#alarm.clear()
    this.#backoff.reset()
    this.#refusals = 0
  }

  /** @param hint milliseconds requested by the service */
  wait(problem: Problem, hint: number): void {
    this.#enter('waiting', problem, this.#backoff.next(this.ports.clock.monotonic(), hint))
  }

  /** Refused: the next attempt is late, and later each time. */
  seldom(problem: Problem, hint: number): void {
    const wait = refusedWait(this.#refusals, this.ports.random)
    this.#refusals += 1
    this.#enter('refused', problem, Math.max(hint, wait))
  }

  #enter(phase: 'waiting' | 'refused', problem: Problem, milliseconds: number): void {
    const { clock, board } = this.ports
    this.#alarm.set(milliseconds)
    board.enter(phase, { problem, retryAt: clock.wall() + milliseconds })
  }
}
