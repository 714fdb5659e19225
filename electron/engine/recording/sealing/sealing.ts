import type { SealingState } from '#shared/contract/recording/recording'
import type { Disposable } from '#shared/domain/base/emitter'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../../base/clock'
import type { SealingReply, SealingRequest } from './messages'

export interface SealingProcess {
  send(request: SealingRequest): void
  onReply(listener: (reply: SealingReply) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface SealingPorts {
  readonly clock: Pick<Clock, 'wall' | 'later'>
  readonly spawn: () => SealingProcess
  readonly request: () => SealingRequest
  readonly isOnBattery: () => Promise<boolean>
  readonly changed: () => void
}

const hour = 3_600_000
const minute = 60_000
/** The first messages of an hour close the segment before. */
const afterHour = 2 * minute
const powerEvery = minute
/** A full disk may have room again. */
const retryAfter = 10 * minute
const settingsAfter = 2000

interface Running {
  readonly process: SealingProcess
  readonly cancelPowerCheck: () => void
}

/** Starts the process that seals closed hours: soon after the start of the app and the end of a stream, and each hour. */
export class Sealing implements Disposable {
  #running: Running | null = null
  /** Resolves when the last process is gone. */
  #ended: Promise<void> = Promise.resolve()
  #cancelNext: (() => void) | null = null
  #isOnBattery = false
  /** Once the current run ends. */
  #isDue = false
  /** Work during which nothing is sealed. */
  #pauses = 0
  #hour: string | null = null
  #problem: string | null = null
  /** As of the last look. */
  #settings: string

  constructor(private readonly ports: SealingPorts) {
    this.#settings = JSON.stringify(ports.request())
  }

  get state(): SealingState {
    const { isOn } = this.ports.request()
    const phase = !isOn ? 'off' : this.#isOnBattery ? 'battery' : this.#running ? 'sealing' : 'idle'
    return { phase, hour: this.#hour, problem: isOn ? this.#problem : null }
  }

  /** A run begins a minute later; a current one continues. */
  soon(): void {
    this.#later(minute)
  }

  /** A run begins at once, or after the current one. */
  now(): void {
    if (this.#running) this.#isDue = true
    else this.#later(0)
  }

  /** The settings may have changed. */
  applySettings(): void {
    const settings = JSON.stringify(this.ports.request())
    if (settings === this.#settings) return
    this.#settings = settings
    this.#end()
    this.#later(settingsAfter)
    this.ports.changed()
  }

  /** Nothing is sealed meanwhile. */
  async pausedWhile<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#stop()
    this.#pauses += 1
    try {
      await this.#ended
      return await work()
    } finally {
      this.#pauses -= 1
      this.soon()
    }
  }

  /** The part being written is left to the next run. */
  dispose(): void {
    this.#stop()
    this.#pauses = Infinity
  }

  #stop(): void {
    this.#cancelNext?.()
    this.#cancelNext = null
    this.#end()
  }

  #later(milliseconds: number): void {
    if (this.#pauses > 0) return
    this.#cancelNext?.()
    this.#cancelNext = this.ports.clock.later(milliseconds, () => void this.#begin())
  }

  async #begin(): Promise<void> {
    const cancelled = this.#cancelNext
    const isOnBattery = await this.#readPower()
    // It was disposed or scheduled again meanwhile.
    if (this.#cancelNext !== cancelled) return
    if (isOnBattery) return this.#later(powerEvery)
    if (!this.#running) this.#start()
    this.#later(hour - (this.ports.clock.wall() % hour) + afterHour)
  }

  #start(): void {
    const process = this.ports.spawn()
    this.#ended = new Promise((resolve) => process.onEnd(resolve))
    const running = { process, cancelPowerCheck: this.#watchPower() }
    this.#running = running
    this.#isDue = false
    process.onReply((reply) => {
      if (this.#running !== running) return
      if (reply.kind === 'sealing') this.#hour = reply.hour
      else {
        this.#end(reply.problem?.sentence ?? null)
        if (reply.problem?.retryable) this.#later(retryAfter)
        else if (this.#isDue) this.#later(0)
      }
      this.ports.changed()
    })
    process.onEnd(() => {
      if (this.#running === running) this.#end(recordingText.sealingStopped)
    })
    process.send(this.ports.request())
    this.ports.changed()
  }

  #end(problem = this.#problem): void {
    const running = this.#running
    this.#running = null
    this.#hour = null
    this.#problem = problem
    running?.cancelPowerCheck()
    running?.process.kill()
    if (running) this.ports.changed()
  }

  #watchPower(): () => void {
    let cancel = () => {}
    const watch = () => {
      cancel = this.ports.clock.later(powerEvery, async () => {
        const isOnBattery = await this.#readPower()
        if (this.#running?.cancelPowerCheck !== stop) return
        if (!isOnBattery) return watch()
        this.#end()
        this.#later(powerEvery)
      })
    }
    const stop = () => cancel()
    watch()
    return stop
  }

  async #readPower(): Promise<boolean> {
    const before = this.#isOnBattery
    this.#isOnBattery = await this.ports.isOnBattery()
    if (before !== this.#isOnBattery) this.ports.changed()
    return this.#isOnBattery
  }
}
