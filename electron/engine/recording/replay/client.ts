import type { ReplayState } from '#shared/contract/recording/replay'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail, ProblemError, type Problem, type Result } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../../base/clock'
import { isReply, type PlayedCall, type ReplayConditions, type ReplayRequest } from './messages'

export interface ReplayProcess {
  /** The first request has the port to the window. */
  send(request: ReplayRequest): void
  onReply(listener: (reply: unknown) => void): void
  /** Called once. */
  onEnd(listener: () => void): void
  kill(): void
}

interface ClientPorts {
  readonly clock: Clock
  readonly spawn: () => ReplayProcess
  readonly conditions: () => ReplayConditions
}

type Opening = Omit<Extract<ReplayRequest, { kind: 'open' }>, 'kind' | 'id' | 'conditions'>

const watchEvery = 1000
/** Watches without a reply, and before the first one: a busy computer takes long to start a process. */
const maxSilent = 10
const maxSilentAtStart = 60

/** Main's end of a replay's process. */
export class ReplayClient implements Disposable {
  readonly #process: ReplayProcess
  readonly #waiting = new Map<number, (result: Result<unknown>) => void>()
  readonly #changed = new Emitter()
  readonly #overviewChanged = new Emitter()
  readonly onChange = this.#changed.on
  readonly onOverviewChange = this.#overviewChanged.on
  #lastId = 0
  #state: ReplayState
  #conditions = ''
  #silent = 0
  #hasReplied = false
  #problem: Problem | null = null
  #cancelWatch: (() => void) | null = null

  constructor(
    private readonly ports: ClientPorts,
    private readonly opening: Opening
  ) {
    this.#state = firstState(opening)
    this.#process = ports.spawn()
    this.#process.onReply((reply) => this.#receive(reply))
    this.#process.onEnd(() => this.#end('replay.stopped', recordingText.replay.stopped))
    this.#watchLater()
  }

  get state(): ReplayState {
    return this.#state
  }

  get hasEnded(): boolean {
    return this.#problem !== null
  }

  async open(): Promise<void> {
    const conditions = this.ports.conditions()
    this.#conditions = JSON.stringify(conditions)
    await this.#ask((id) => ({ kind: 'open', id, ...this.opening, conditions }))
  }

  /** The payload is one of the contract. */
  call(method: PlayedCall, payload: unknown): Promise<unknown> {
    return this.#ask((id) => ({ kind: 'call', id, method, payload }))
  }

  /** They may have changed. */
  follow(): void {
    const conditions = this.ports.conditions()
    const text = JSON.stringify(conditions)
    if (this.hasEnded || text === this.#conditions) return
    this.#conditions = text
    this.#process.send({ kind: 'conditions', conditions })
  }

  dispose(): void {
    this.#changed.dispose()
    this.#overviewChanged.dispose()
    this.#end('replay.closed', recordingText.replay.notOpen)
  }

  async #ask(request: (id: number) => ReplayRequest): Promise<unknown> {
    if (this.#problem) throw new ProblemError(this.#problem)
    const id = ++this.#lastId
    const result = await new Promise<Result<unknown>>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#process.send(request(id))
    })
    if (!result.ok) throw new ProblemError(result.error)
    return result.value
  }

  #receive(reply: unknown): void {
    if (this.hasEnded || !isReply(reply)) return
    this.#silent = 0
    this.#hasReplied = true
    switch (reply.kind) {
      case 'answer':
        if (reply.state) this.#state = reply.state
        this.#waiting.get(reply.id)?.(reply.result)
        this.#waiting.delete(reply.id)
        break
      case 'state':
        this.#state = reply.state
        this.#changed.fire()
        break
      case 'overview':
        this.#overviewChanged.fire()
        break
      case 'alive':
    }
  }

  #watchLater(): void {
    this.#cancelWatch = this.ports.clock.later(watchEvery, () => {
      this.#silent += 1
      this.follow()
      const most = this.#hasReplied ? maxSilent : maxSilentAtStart
      if (this.#silent > most) this.#end('replay.hung', recordingText.replay.hung)
      else this.#watchLater()
    })
  }

  #end(code: string, sentence: string): void {
    if (this.#problem) return
    this.#problem = fail(code, sentence, { retryable: true }).problem
    this.#cancelWatch?.()
    this.#process.kill()
    const error = this.#problem
    for (const resolve of this.#waiting.values()) resolve({ ok: false, error })
    this.#waiting.clear()
    this.#state = { ...this.#state, phase: 'failed', playing: false, problem: sentence, reached: null }
    this.#changed.fire()
  }
}

const firstState = ({ profileId, connection, environment, at, options }: Opening): ReplayState => ({
  phase: 'seeking',
  playing: false,
  problem: null,
  profileId,
  connection,
  environment,
  markets: null,
  at: at ?? 0,
  exactAt: String(BigInt(Math.floor(at ?? 0)) * 1_000_000n),
  speed: options.speed,
  reached: null,
  recordedRate: 0,
  replayed: 0,
  rangeIn: options.range.in,
  rangeOut: options.range.out,
  loop: options.range.loop
})
