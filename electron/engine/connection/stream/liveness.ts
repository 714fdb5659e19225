import type { Clock } from '../../base/clock'
import { Alarm } from './alarm'
import type { SessionOptions } from './options'

interface LivenessPorts {
  readonly clock: Clock
  readonly options: SessionOptions
  readonly ping: () => void
  /** Two pings were unanswered and nothing else arrived. */
  readonly dead: () => void
  /** The computer slept or the process was suspended. */
  readonly slept: () => void
  readonly measured: (roundTrip: number) => void
}

const missedPings = 2
const maxKept = 8
/** A later timer was delayed by our own work, so unread data may be pending. */
const heldUp = 1000

/** Checks the connection with pings, because a quiet service may be fine. */
export class Liveness {
  readonly #alarm: Alarm
  /** Since the last sign of life. */
  #missed = 0
  /** Unanswered pings; pongs arrive in order. */
  #sentAt: number[] = []
  #dueAt = 0
  #wallAt = 0
  #setAt = 0

  constructor(private readonly ports: LivenessPorts) {
    this.#alarm = new Alarm(ports.clock, () => this.#ring())
  }

  get missed(): number {
    return this.#missed
  }

  start(): void {
    this.stop()
    this.#set(this.ports.options.pingEvery)
  }

  stop(): void {
    this.#alarm.clear()
    this.#missed = 0
    this.#sentAt = []
  }

  /** Pings now. */
  hurry(): void {
    if (this.#missed === 0) this.#ping()
  }

  pong(): void {
    this.#missed = 0
    const sentAt = this.#sentAt.shift()
    if (sentAt !== undefined) this.ports.measured(this.ports.clock.monotonic() - sentAt)
  }

  /** Any data is a sign of life. */
  received(): void {
    this.#missed = 0
  }

  #ring(): void {
    const { clock, options } = this.ports
    const late = clock.monotonic() - this.#dueAt
    const wallLate = clock.wall() - this.#wallAt - (this.#dueAt - this.#setAt)
    if (Math.max(late, wallLate) >= options.sleptAfter) return this.ports.slept()
    if (late >= heldUp) this.#missed = 0
    if (this.#missed >= missedPings) return this.ports.dead()
    this.#ping()
  }

  #ping(): void {
    const { clock, options } = this.ports
    this.#missed += 1
    this.#sentAt = [...this.#sentAt, clock.monotonic()].slice(-maxKept)
    this.#set(this.#missed >= missedPings ? options.pongPatience : options.pingEvery)
    this.ports.ping()
  }

  #set(milliseconds: number): void {
    this.#setAt = this.ports.clock.monotonic()
    this.#wallAt = this.ports.clock.wall()
    this.#dueAt = this.#setAt + milliseconds
    this.#alarm.set(milliseconds)
  }
}
