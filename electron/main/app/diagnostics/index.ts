import {
  allCounts,
  ConnectionStory,
  HealthHistory,
  Rehearsal,
  SandboxStory,
  type LiveEngine,
  type LocalControl,
  type RehearsalPorts,
  type SupportSources
} from '#engine/app/diagnostics/index'
import type { Log, Redactor } from '#engine/base/log/index'
import type { Connections } from '#engine/connection/index'
import type { SandboxDescription } from '#sandbox/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { Disposable } from '#shared/domain/base/emitter'
import type { Pushes } from '../../base/ipc/pushes'
import type { SandboxKeeper } from '../../connection/sandbox/keeper'
import { yieldToLoop, type Instruments } from './instruments'
import { setUpSupport, type SupportPorts } from './support'

interface DiagnosticsParts {
  readonly instruments: Instruments
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly connections: Pick<Connections, 'read' | 'onChange'>
  readonly sandbox: Pick<SandboxKeeper, 'description' | 'onChange'>
  readonly log: Log
  readonly redactor: Redactor
  /** Books and counts of the stream; read when the view asks, and once a second for the timeline. */
  readonly engine: LiveEngine
  readonly support: Pick<SupportSources, 'versions' | 'settings' | 'log'> & Pick<SupportPorts, 'askForFile'>
  /** The sandbox is on loopback, where the system's proxy must not be used. */
  readonly fetch: RehearsalPorts['fetch']
  readonly now?: () => number
}

export interface Diagnostics extends Disposable {
  readonly handlers: FeatureHandlers<'diagnostics'>
  /** Keeps the frame, completed with the figures of the stream, and returns it. */
  readonly recordHealth: (frame: HealthFrame) => HealthFrame
}

const later = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** The Diagnostics view's data, and the switches for the scenarios of the local sandbox. */
export function setUpDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { instruments, pushes, connections, sandbox, log, redactor, engine, now = Date.now } = parts
  const { timeline, note, meter, rawFrames, story, observer } = instruments
  let control: LocalControl | null = null
  const health = new HealthHistory()
  const connectionStory = new ConnectionStory()
  const sandboxStory = new SandboxStory()
  const rehearsal = new Rehearsal({
    fetch: parts.fetch,
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
    askForFile: parts.support.askForFile,
    later,
    sources: {
      ...parts.support,
      connections: () => connections.read(),
      timeline: () => timeline.entries(),
      health: () => health.since(now()),
      stream,
      frames: (query) => rawFrames.list(query),
      redactor,
      rest: yieldToLoop
    }
  })
  const followSandbox = (description: SandboxDescription | null) => {
    note(sandboxStory.next(description && new URL(description.base_url).host))
    if (description) redactor.keep(description.control_key)
    control = description && controlOf(description)
    void rehearsal.controlChanged()
  }
  const unsubscribe = [
    connections.onChange((state) => note(connectionStory.next(state, now()))),
    sandbox.onChange(followSandbox)
  ]
  if (sandbox.description) followSandbox(sandbox.description)
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
    recordHealth(frame) {
      const figures = meter.take(performance.now())
      const whole = { ...frame, stream: { ...figures, clockOffset: observer.clockOffset() } }
      health.add(whole)
      note(story.second(engine.books(), now()))
      return whole
    },
    dispose() {
      for (const each of unsubscribe) each()
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
