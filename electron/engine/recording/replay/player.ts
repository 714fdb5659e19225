import type { ReplayPhase, ReplaySpeed } from '#shared/contract/recording/replay'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail, toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { DrawnMarkets } from './drawn-markets'
import { compareTimes, type LogTime } from './log-time'
import { Playback } from './playback'
import { Playhead, type PlayheadPorts, type Target } from './playhead'
import type { RecordedHub } from './recorded-hub'
import type { RecordingReader } from './recording-reader'
import type { TradeRequest } from './trade-search'
import { findBefore, StepFilter, type StepBy } from './steps'
import { Slices } from './slices'

interface PlayerPorts extends PlayheadPorts {
  readonly reader: Pick<
    RecordingReader,
    'seek' | 'fill' | 'fillHeat' | 'from' | 'to' | 'refresh' | 'nextGap' | 'nextTrade'
  >
}

interface PlayerState {
  readonly phase: ReplayPhase
  readonly playing: boolean
  readonly problem: string | null
  readonly at: LogTime
  readonly speed: ReplaySpeed
  readonly reached: number | null
  readonly recordedRate: number
  readonly replayed: number
  readonly range: PlayedRange
}

interface PlayedRange {
  readonly in: LogTime | null
  readonly out: LogTime | null
  readonly loop: boolean
}

type Jump =
  | { readonly to: 'gap'; readonly back: boolean }
  | ({ readonly to: 'trade' } & Omit<TradeRequest, 'at' | 'signal'>)

/** Plays a recording. Each command overtakes the one under way. */
export class Player implements Disposable {
  readonly #head: Playhead
  readonly #playback: Playback
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  readonly onHub: Emitter<RecordedHub>['on']
  #phase: ReplayPhase = 'paused'
  #problem: string | null = null
  /** Shown while a seek is under way. */
  #target: LogTime | null = null
  #isPlaying = false
  #range: PlayedRange = { in: null, out: null, loop: false }
  #stop = new AbortController()
  #done: Promise<unknown> = Promise.resolve()

  constructor(private readonly ports: PlayerPorts) {
    this.#head = new Playhead(ports)
    this.onHub = this.#head.onHub
    this.#playback = new Playback(ports, this.#head, () => this.#changed.fire())
  }

  get state(): PlayerState {
    const { at, recordedRate, replayed } = this.#head
    const isRunning = this.#phase === 'playing'
    return {
      phase: this.#phase,
      playing: this.#isPlaying,
      problem: this.#problem,
      at: this.#target ?? at,
      speed: this.#playback.speed,
      reached: isRunning ? this.#playback.reached : null,
      recordedRate,
      replayed,
      range: this.#range
    }
  }

  /** Of the markets as they are now; a seek under way is not there yet. */
  get at(): LogTime {
    return this.#head.at
  }

  get hub(): RecordedHub | null {
    return this.#head.hub
  }

  /** Null means the end. Continues to play if it did. */
  async seek(at: LogTime | null): Promise<void> {
    this.#show('seeking', at && this.#recorded(at))
    await this.#overtake(async (signal) => {
      await this.#seek(at, signal)
      this.#resume()
    })
  }

  play(): void {
    if (this.#isPlaying && this.#phase !== 'failed') return
    this.#isPlaying = true
    if (this.#phase === 'seeking') this.#changed.fire()
    else this.#resume()
  }

  pause(): void {
    if (!this.#isPlaying) return
    this.#isPlaying = false
    // The seek continues.
    if (this.#phase === 'seeking') return this.#changed.fire()
    this.#stop.abort()
    this.#show('paused')
    this.#fillMissing()
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#playback.setSpeed(speed)
    this.#changed.fire()
  }

  setRange(range: PlayedRange): void {
    if (range.in && range.out && compareTimes(range.in, range.out) >= 0)
      throw fail('replay.range', recordingText.replay.emptyRange)
    this.#range = range
    this.#changed.fire()
  }

  /** To the next item of that kind, or the one before the last. */
  async step(step: StepBy & { readonly back: boolean }): Promise<void> {
    this.#isPlaying = false
    this.#show('seeking')
    const filter = new StepFilter(step)
    await this.#overtake(async (signal) => {
      await (step.back ? this.#stepBack(filter, signal) : this.#stepOn(filter, signal))
      this.#resume()
    })
  }

  /** False if there is none; true if it was overtaken. */
  async jump(jump: Jump): Promise<boolean> {
    let isNone = false
    this.#show('seeking')
    await this.#overtake(async (signal) => {
      const { reader } = this.ports
      const { at } = this.#head
      const found = await (jump.to === 'gap'
        ? reader.nextGap(at, jump.back).then((gap) => gap?.from ?? null)
        : reader.nextTrade({ ...jump, at, signal }))
      if (signal.aborted) return
      isNone = found === null
      if (found) await this.#seek(found, signal)
      else this.#showDone()
      this.#resume()
    })
    return !isNone
  }

  /** What the window draws. */
  draw(drawn: DrawnMarkets): void {
    this.#head.draw(drawn)
    if (this.#phase === 'paused' || this.#phase === 'ended') this.#fillMissing()
  }

  async dispose(): Promise<void> {
    this.#stop.abort()
    await this.#done
    this.#changed.dispose()
    await this.#head.dispose()
  }

  /** Resolves when the work is done or was overtaken. */
  async #overtake(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#stop.abort()
    const { signal } = (this.#stop = new AbortController())
    const done = this.#done.then(async () => {
      if (!signal.aborted) await work(signal)
    })
    this.#done = done.catch(() => undefined)
    try {
      await done
    } catch (thrown) {
      if (signal.aborted) return
      this.#target = null
      this.#isPlaying = false
      this.#problem = toProblem(thrown).sentence
      this.#show('failed')
      throw thrown
    }
  }

  async #seek(at: LogTime | null, signal: AbortSignal): Promise<void> {
    const { reader } = this.ports
    if (!at || !reader.to || compareTimes(at, reader.to) > 0) await reader.refresh()
    const target = at ? this.#recorded(at) : reader.to
    if (!target) throw fail('replay.empty', recordingText.replay.empty)
    await this.#seekTo({ at: target }, signal)
  }

  /** The time, or where the recording begins or ends; null if it is empty. */
  #recorded(at: LogTime): LogTime | null {
    const { from, to } = this.ports.reader
    if (!from || !to) return null
    if (compareTimes(at, from) < 0) return from
    return compareTimes(at, to) > 0 ? to : at
  }

  async #seekTo(target: Target, signal: AbortSignal): Promise<void> {
    this.#show('seeking', target.at)
    await this.#head.seek(target, signal)
    this.#problem = null
    await this.#head.fill(signal)
    this.#showDone()
  }

  async #stepBack(filter: StepFilter, signal: AbortSignal): Promise<void> {
    const { at, seq } = this.#head
    const { from } = this.ports.reader
    filter.know(this.#head.hub?.markets ?? [])
    const found = await findBefore(filter, { ...this.ports, from, at, seq }, signal)
    if (found) await this.#seekTo(found, signal)
    else this.#showDone()
  }

  async #stepOn(filter: StepFilter, signal: AbortSignal): Promise<void> {
    const head = this.#head
    const slices = new Slices(this.ports.clock)
    filter.know(head.hub?.markets ?? [])
    while (head.next ?? (await head.load())) {
      signal.throwIfAborted()
      const item = head.apply()
      if (filter.matches(item)) return this.#showDone()
      if (item.kind === 'e') filter.know(head.hub!.markets)
      if (slices.isOver) await slices.next()
    }
    this.#show('ended')
  }

  /** Plays on after what was done, if it played before. */
  #resume(): void {
    if (this.#isPlaying) void this.#overtake((signal) => this.#run(signal)).catch(() => undefined)
    else this.#fillMissing()
  }

  /** A fill under way includes what is drawn meanwhile. */
  #fillMissing(): void {
    const isUnderWay = this.#head.isFilling && !this.#stop.signal.aborted
    if (this.#head.isFilled || isUnderWay) return
    const fill = async (signal: AbortSignal) => {
      await this.#head.fill(signal)
      this.#resume()
    }
    void this.#overtake(fill).catch(() => undefined)
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { out } = this.#range
    if (out && compareTimes(this.#head.at, out) >= 0) await this.#seekBegin(signal)
    while (!signal.aborted && this.#isPlaying) {
      this.#show('playing')
      const { at } = this.#head
      const end = await this.#playback.run(() => this.#range.out, signal)
      if (end === 'stopped') return
      const hasPlayed = compareTimes(this.#head.at, at) > 0
      if (this.#range.loop && hasPlayed) await this.#seekBegin(signal)
      else if (end === 'out') return this.#end()
      else {
        this.#show('ended')
        await this.#playback.waitForMore(signal)
      }
    }
  }

  async #seekBegin(signal: AbortSignal): Promise<void> {
    await this.#seek(this.#range.in ?? this.ports.reader.from, signal)
  }

  #end(): void {
    this.#isPlaying = false
    this.#show('ended')
  }

  #showDone(): void {
    this.#show(this.#isPlaying ? 'playing' : 'paused')
  }

  #show(phase: ReplayPhase, target: LogTime | null = null): void {
    this.#phase = phase
    this.#target = target
    this.#changed.fire()
  }
}
