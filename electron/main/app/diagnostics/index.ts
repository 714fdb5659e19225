import {
  allCounts,
  ConnectionStory,
  HealthHistory,
  RawFrames,
  Rehearsal,
  SandboxStory,
  StreamMeter,
  StreamObserver,
  StreamStory,
  Timeline,
  type LiveEngine,
  type LocalControl,
  type RehearsalPorts,
  type SupportSources,
  type Told
} from '#engine/app/diagnostics/index'
import type { Log, Redactor } from '#engine/base/log/index'
import type { SandboxDescription } from '#sandbox/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { ConnectionsState } from '#shared/contract/connection/connections'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { Pushes } from '../../base/ipc/pushes'
import { setUpSupport, type SupportPorts } from './support'

interface DiagnosticsPorts {
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly log: Log
  readonly redactor: Redactor
  /** Books and counts of what runs now; asked when the view asks, and once a second for the timeline. */
  readonly engine: LiveEngine
  readonly support: Pick<SupportSources, 'versions' | 'settings' | 'connections' | 'log'> &
    Pick<SupportPorts, 'askForFile'>
  /** The sandbox is on loopback: no proxy of the system has a say in how it is reached. */
  readonly fetch: RehearsalPorts['fetch']
  readonly now?: () => number
}

export interface Diagnostics {
  readonly handlers: FeatureHandlers<'diagnostics'>
  /** Looks on while the stream runs: it lies on the way of every message. */
  readonly observer: StreamObserver
  readonly meter: StreamMeter
  readonly connectionChanged: (state: ConnectionsState) => void
  /** The local sandbox runs there now, or (null) it has ended. */
  readonly sandboxChanged: (description: SandboxDescription | null) => void
  /** Called once a second: gives back the frame with the figures of the stream in it. */
  readonly healthTaken: (frame: HealthFrame) => HealthFrame
  readonly dispose: () => void
}

const rest = () => new Promise<void>((done) => setImmediate(done))

const later = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Keeps what the Diagnostics view shows, and switches the scenarios of the local sandbox. */
export function setUpDiagnostics(ports: DiagnosticsPorts): Diagnostics {
  const { pushes, log, redactor, engine, now = Date.now } = ports
  let control: LocalControl | null = null
  const health = new HealthHistory()
  const connection = new ConnectionStory()
  const sandbox = new SandboxStory()
  const story = new StreamStory()
  const meter = new StreamMeter(performance.now())
  const rawFrames = new RawFrames({ redactor, rest })
  const timeline = new Timeline(now, (entry) => pushes.broadcast('diagnostics.happened', entry))
  const tell = (all: readonly Told[]) => {
    for (const told of all) timeline.note(told)
  }
  const observer = new StreamObserver({ meter, rawFrames, story, tell })
  const rehearsal = new Rehearsal({
    fetch: ports.fetch,
    control: () => control,
    now,
    later,
    changed: (local) => pushes.broadcast('diagnostics.local', local),
    tell: (told) => timeline.note(told),
    warn: (problem) => log.warn('The scenarios of the local sandbox could not be read', problem)
  })
  const stream = () => ({ books: engine.books(), counts: allCounts(engine.counts()) })
  const support = setUpSupport({
    now: () => new Date(now()),
    askForFile: ports.support.askForFile,
    later,
    sources: {
      ...ports.support,
      timeline: () => timeline.entries(),
      health: () => health.since(now()),
      stream,
      frames: (query) => rawFrames.list(query),
      redactor,
      rest
    }
  })
  return {
    handlers: {
      read: () => ({ timeline: timeline.entries(), local: rehearsal.local }),
      health: () => health.since(now()),
      rehearse: (wish) => rehearsal.start(wish),
      stop: ({ name }) => rehearsal.stop(name),
      stopAll: () => rehearsal.stopAll(),
      stream,
      frames: (query) => rawFrames.list(query),
      supportContents: support.supportContents,
      saveSupport: support.saveSupport
    },
    observer,
    meter,
    connectionChanged: (state) => tell(connection.next(state, now())),
    sandboxChanged(description) {
      tell(sandbox.next(description && new URL(description.base_url).host))
      if (description) redactor.keep(description.control_key)
      control = description && controlOf(description)
      void rehearsal.controlChanged()
    },
    healthTaken(frame) {
      const figures = meter.take(performance.now())
      const whole = { ...frame, stream: { ...figures, clockOffset: observer.clockOffset() } }
      health.add(whole)
      tell(story.second(engine.books(), now()))
      return whole
    },
    dispose() {
      rehearsal.dispose()
      support.dispose()
    }
  }
}

const controlOf = (description: SandboxDescription): LocalControl => ({
  url: description.control_url,
  key: description.control_key,
  markets: description.markets,
  addresses: {
    restBase: description.base_url,
    tokenHost: description.auth_url,
    streamAddress: description.ws_url
  }
})
