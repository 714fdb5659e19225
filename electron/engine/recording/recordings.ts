import type { RecordingPhase, RecordingState } from '#shared/contract/recording/recording'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { Clock } from '../base/clock'
import type { ServiceNamed } from '../connection'
import type { SavedMarkets } from '../market/saved-markets'
import type { StreamRecorder } from '../market/live'
import { RecorderClient } from './client'
import type { RecorderProcess } from './recorder-process'
import { logFolderOf } from './location'
import { listSegments, segmentTime } from './log/segments'
import type { Budgets, LogStart } from './messages'
import { formatMarkets } from './replay/saved-hub'
import { RecordedStream } from './stream-recorder'
import { LogVerification } from './verification'

interface RecordingsPorts {
  readonly clock: Clock
  /** May change while the work of `pausedWhile` runs. */
  readonly folder: string
  /** It may be on a drive that is away. */
  readonly isMoved: boolean
  readonly spawn: () => RecorderProcess
  /** Milliseconds after which another segment begins; an hour without it. */
  readonly segmentLength?: number
  readonly isOn: () => boolean
  readonly budgets: () => Budgets
  /** Milliseconds without frames after which nothing is live; a replay needs it. */
  readonly staleAfter: () => number
  /** Called with the number of items that could not be written. */
  readonly lost?: (items: number) => void
  /** Called when a log was closed. */
  readonly closed?: () => void
  /** Runs work that would slow down the start. */
  readonly afterStartup: (work: () => void) => void
}

interface Used {
  readonly service: ServiceNamed
  readonly start: LogStart | undefined
  readonly stream: StreamRecorder
  client: RecorderClient | null
  recorded: RecordedStream | null
  /** The state of the markets; null before there is a stream. */
  save: (() => SavedMarkets) | null
  staleAfter: number
}

/** Records the stream of the connection in use. */
export class Recordings implements Disposable {
  #used: Used | null = null
  /** When the recording of the last service in use began, by its files. */
  #since: number | null = null
  /** The clients of ended streams, which still write; one after the other. */
  #ending: Promise<void> = Promise.resolve()
  /** By log: items that its last clients could not record. */
  readonly #lost = new Map<string, number>()
  readonly #changed = new Emitter()
  readonly #verification: LogVerification
  readonly onChange = this.#changed.on

  constructor(private readonly ports: RecordingsPorts) {
    this.#verification = new LogVerification(ports.clock, () => this.#changed.fire())
  }

  get state(): Omit<RecordingState, 'sealing' | 'desk'> {
    const state = this.#used?.client?.state
    return {
      phase: this.#phase,
      problem: (state?.problem ?? state?.notRemoved)?.sentence ?? null,
      bytes: state?.size?.bytes ?? null,
      since: state?.size?.since ?? this.#since,
      dropped: state?.dropped ?? 0,
      verification: this.#verification.state
    }
  }

  /** The folder of the log of the connection in use. */
  get log(): string | null {
    return this.#used && this.#folderOf(this.#used.service)
  }

  /** The number of the next item in that log; null while nothing is recorded. */
  get next(): number | null {
    return this.#used?.client?.next ?? null
  }

  /** The same; null before the end of that log is known, and while items are dropped. */
  get known(): number | null {
    return this.#used?.client?.known ?? null
  }

  /** The recorder of this service's stream, until `end`. */
  begin(service: ServiceNamed, start?: LogStart): StreamRecorder {
    const used: Used = {
      service,
      start,
      client: null,
      recorded: null,
      save: null,
      staleAfter: 0,
      stream: {
        reading: () => used.recorded?.reading(),
        frame: (bytes, binary, at) => used.recorded?.frame(bytes, binary, at),
        event: (event) => used.recorded?.event(event),
        attach: (save) => (used.save = save)
      }
    }
    this.#used = used
    this.#since = null
    void this.#readSince(service)
    void this.#verification.cancel()
    this.#follow()
    return used.stream
  }

  /** Resolves when everything is written. */
  end(): Promise<void> {
    const used = this.#used
    this.#used = null
    if (used) this.#endClient(used)
    void this.#verification.cancel()
    this.#changed.fire()
    return this.#ending
  }

  /** The settings may have changed. */
  applySettings(): void {
    this.#follow()
    this.#used?.client?.applyBudgets()
    if (this.#used && this.#used.staleAfter !== this.ports.staleAfter()) this.#recordSettings(this.#used)
  }

  /** Stops meanwhile, and records again afterwards. */
  async pausedWhile(work: () => Promise<void>): Promise<void> {
    const used = this.#used
    if (used) this.#endClient(used)
    await this.#verification.cancel()
    const done = this.#ending.then(work)
    this.#ending = done.catch(() => {})
    this.#since = null
    // Messages that arrive meanwhile wait for the end of the work.
    this.#follow()
    await done
  }

  /** Resolves once everything so far is in the log, with the number of its last item; null if it never is. */
  written(): Promise<number | null> {
    return this.#used?.client?.written() ?? Promise.resolve(null)
  }

  async verify(): Promise<void> {
    if (!this.#used) throw fail('recording.idle', recordingText.nothingToVerify)
    await this.#verification.run(this.#folderOf(this.#used.service))
  }

  cancelVerification(): Promise<void> {
    return this.#verification.cancel()
  }

  async dispose(): Promise<void> {
    await this.end()
    this.#changed.dispose()
  }

  /** Also while it is off or the recorder has not started. */
  async #readSince(service: ServiceNamed): Promise<void> {
    const [first] = await listSegments(this.#folderOf(service)).catch(() => [])
    if (this.#used?.service !== service) return
    this.#since = first === undefined ? null : segmentTime(first)
    this.#changed.fire()
  }

  get #phase(): RecordingPhase {
    if (!this.ports.isOn()) return 'off'
    const client = this.#used?.client
    if (!client) return 'idle'
    if (client.state.problem) return 'interrupted'
    return client.state.isRecording ? 'recording' : 'starting'
  }

  #folderOf(service: ServiceNamed): string {
    return logFolderOf(this.ports.folder, service)
  }

  /** Starts or ends the recorder as the settings say. */
  #follow(): void {
    const used = this.#used
    if (used && this.ports.isOn() && !used.client) this.#beginClient(used)
    else if (used && !this.ports.isOn()) this.#endClient(used)
    this.#changed.fire()
  }

  #beginClient(used: Used): void {
    const { clock, spawn, budgets, afterStartup } = this.ports
    const lost = this.#lost.get(this.#folderOf(used.service)) ?? 0
    const client = new RecorderClient({
      clock,
      spawn,
      location: () => ({
        folder: this.#folderOf(used.service),
        root: this.ports.folder,
        isMoved: this.ports.isMoved,
        segmentLength: this.ports.segmentLength
      }),
      lost,
      budgets,
      start: used.start,
      gap: () => this.#recordState(used),
      changed: () => this.#changed.fire()
    })
    used.client = client
    used.recorded = new RecordedStream(client)
    this.#recordState(used)
    // The log of this service may still be in use by a client that ends.
    const ended = this.#ending
    afterStartup(() => void ended.then(() => client.start()))
  }

  #recordSettings(used: Used): void {
    used.staleAfter = this.ports.staleAfter()
    used.client?.recordEvent({ event: 'settings', staleAfter: used.staleAfter })
  }

  /** Where earlier items are missing, so that a replay need not wait for the next snapshots. */
  #recordState(used: Used): void {
    this.#recordSettings(used)
    if (used.save) used.client?.record('k', this.ports.clock.monotonic(), formatMarkets(used.save()))
  }

  #endClient(used: Used): void {
    const { client } = used
    used.client = null
    used.recorded = null
    if (!client) return
    const folder = this.#folderOf(used.service)
    const end = async () => {
      const lost = await client.dispose()
      this.#lost.set(folder, lost)
      if (lost > 0) this.ports.lost?.(lost)
      this.ports.closed?.()
    }
    this.#ending = this.#ending.then(end).catch(() => {})
  }
}
