import {
  allCounts,
  ConnectionStory,
  HealthHistory,
  FaultSimulator,
  SandboxStory,
  type LiveEngine,
  type LocalControl,
  type FaultSimulatorPorts,
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

export interface DiagnosticsParts {
  readonly instruments: Instruments
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly connections: Pick<Connections, 'read' | 'onChange'>
  readonly sandbox: Pick<SandboxKeeper, 'description' | 'onChange'>
  readonly log: Log
  readonly redactor: Redactor
  /** Read on request, and once a second for the timeline. */
  readonly engine: LiveEngine
  readonly support: Pick<SupportSources, 'versions' | 'settings' | 'log'> & Pick<SupportPorts, 'askForFile'>
  /** Without the system's proxy, because the sandbox is on loopback. */
  readonly fetch: FaultSimulatorPorts['fetch']
  readonly now?: () => number
}

export interface Diagnostics extends Disposable {
  readonly handlers: FeatureHandlers<'diagnostics'>
  /** Adds the stream's figures to the frame, saves it and returns it. */
  readonly recordHealth: (frame: HealthFrame) => HealthFrame
}

const later = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

export function setUpDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { instruments, pushes, connections, sandbox, log, redactor, engine, now = Date.now } = parts
  const { timeline, note, meter, rawFrames, story, observer } = instruments
  let control: LocalControl | null = null
  const health = new HealthHistory()
  const connectionStory = new ConnectionStory()
  const sandboxStory = new SandboxStory()
  const simulator = new FaultSimulator({
    fetch: parts.fetch,
    control: () => control,
    now,
    later,
    changed: (local) => pushes.broadcast('diagnostics.local', local),
    note: (note) => timeline.note(note),
    warn: (problem) => log.warn('The scenarios of the local sandbox could not be read', problem)
  })
  const stream = () => ({ feed: engine.feed(), books: engine.books(), counts: allCounts(engine.counts()) })
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
    void simulator.controlChanged()
  }
  const unsubscribe = [
    connections.onChange((state) => note(connectionStory.next(state, now()))),
    sandbox.onChange(followSandbox)
  ]
  if (sandbox.description) followSandbox(sandbox.description)
  return {
    handlers: {
      read: () => ({ timeline: timeline.entries(), local: simulator.local }),
      health: () => health.since(now()),
      simulateFault: (request) => simulator.start(request),
      stop: ({ name }) => simulator.stop(name),
      stopAll: () => simulator.stopAll(),
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
      simulator.dispose()
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
