import * as v from 'valibot'
import type { Clock } from '#engine/base/clock'
import {
  readRequest,
  type ReplayConditions,
  type ReplayReply,
  type ReplayRequest
} from '#engine/recording/replay/messages'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { replayCalls } from '#shared/contract/recording/replay'
import { fail, toProblem, type Result } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { ChangeNotifier } from '../../base/change-notifier'
import { ReplaySession, type WindowPort } from './session'

interface HostPorts {
  readonly clock: Clock
  readonly reply: (reply: ReplayReply) => void
}

type Opening = Extract<ReplayRequest, { kind: 'open' }>
type Called = Extract<ReplayRequest, { kind: 'call' }>

const reportEvery = 1000

/** Replays one recording for one window, in a process of its own. */
export class ReplayHost {
  readonly #changes: ChangeNotifier
  #opening: Promise<ReplaySession> | null = null
  #session: ReplaySession | null = null
  #conditions: ReplayConditions = { visible: true, interval: 0, staleAfter: 0 }
  #cancelReport: (() => void) | null = null

  constructor(private readonly ports: HostPorts) {
    this.#changes = new ChangeNotifier(ports.clock, () => this.#report())
    this.#reportLater()
  }

  receive(message: unknown, port: WindowPort | null): void {
    const request = readRequest(message)
    switch (request?.kind) {
      case 'open':
        if (port) void this.#answer(request.id, () => this.#open(request, port))
        break
      case 'call':
        void this.#answer(request.id, () => this.#call(request))
        break
      case 'conditions':
        this.#follow(request.conditions)
        break
      case undefined:
    }
  }

  async dispose(): Promise<void> {
    this.#cancelReport?.()
    this.#changes.dispose()
    await this.#session?.dispose()
  }

  async #open(opening: Opening, port: WindowPort): Promise<null> {
    this.#conditions = opening.conditions
    this.#opening = this.#begin(opening, port)
    const session = await this.#opening
    await session.open(opening)
    return null
  }

  async #begin(
    { folder, profileId, connection, environment }: Opening,
    port: WindowPort
  ): Promise<ReplaySession> {
    const reader = await RecordingReader.open(folder)
    this.#session = new ReplaySession({
      clock: this.ports.clock,
      reader,
      folder,
      port,
      named: { profileId, connection, environment },
      conditions: () => this.#conditions,
      changed: () => this.#changes.changed(),
      overviewChanged: () => this.ports.reply({ kind: 'overview' })
    })
    return this.#session
  }

  /** The payload was checked by main, and is again. */
  async #call({ method, payload }: Called): Promise<unknown> {
    const session = await this.#opening
    if (!session) throw fail('replay.closed', recordingText.replay.notOpen)
    const handle: (payload: never) => unknown = session.handlers[method]
    return handle(v.parse(replayCalls[method].payload, payload) as never)
  }

  #follow(conditions: ReplayConditions): void {
    this.#conditions = conditions
    this.#session?.follow(conditions)
  }

  async #answer(id: number, work: () => unknown): Promise<void> {
    const result = await resultOf(work)
    this.ports.reply({ kind: 'answer', id, result, state: this.#session?.state ?? null })
  }

  #report(): void {
    if (!this.#session) return
    this.#session.sendPosition()
    this.ports.reply({ kind: 'state', state: this.#session.state })
  }

  #reportLater(): void {
    this.#cancelReport = this.ports.clock.later(reportEvery, () => {
      this.ports.reply({ kind: 'alive' })
      this.#reportLater()
    })
  }
}

async function resultOf(work: () => unknown): Promise<Result<unknown>> {
  try {
    return { ok: true, value: await work() }
  } catch (thrown) {
    return { ok: false, error: toProblem(thrown) }
  }
}
