import {
  ConnectionStory,
  HealthHistory,
  Rehearsal,
  SandboxStory,
  Timeline,
  type LocalControl
} from '../../engine/diagnostics'
import type { Log } from '../../engine/log'
import type { SandboxDescription } from '../../sandbox'
import type { FeatureHandlers } from '../../shared/contract'
import type { ConnectionsState } from '../../shared/contract/connections'
import type { HealthFrame } from '../../shared/contract/feed'
import type { Pushes } from '../ipc/pushes'

interface DiagnosticsPorts {
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly log: Log
  readonly keepOutOfLogs: (secret: string) => void
  readonly now?: () => number
}

export interface Diagnostics {
  readonly handlers: FeatureHandlers<'diagnostics'>
  readonly connectionChanged: (state: ConnectionsState) => void
  /** The local sandbox runs there now, or (null) it has ended. */
  readonly sandboxChanged: (description: SandboxDescription | null) => void
  readonly healthTaken: (frame: HealthFrame) => void
  readonly dispose: () => void
}

/** Keeps what the Diagnostics view shows, and switches the scenarios of the local sandbox. */
export function setUpDiagnostics({
  pushes,
  log,
  keepOutOfLogs,
  now = Date.now
}: DiagnosticsPorts): Diagnostics {
  let control: LocalControl | null = null
  const health = new HealthHistory()
  const connection = new ConnectionStory()
  const sandbox = new SandboxStory()
  const timeline = new Timeline(now, (entry) => pushes.broadcast('diagnostics.happened', entry))
  const rehearsal = new Rehearsal({
    // The sandbox is on loopback: no proxy of the system has a say in how it is reached.
    fetch: (url, init) => fetch(url, init),
    control: () => control,
    now,
    later(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    changed: (local) => pushes.broadcast('diagnostics.local', local),
    tell: (told) => timeline.note(told),
    warn: (problem) => log.warn('The scenarios of the local sandbox could not be read', problem)
  })
  return {
    handlers: {
      read: () => ({ timeline: timeline.entries(), local: rehearsal.local }),
      health: () => health.since(now()),
      rehearse: (wish) => rehearsal.start(wish),
      stop: ({ name }) => rehearsal.stop(name),
      stopAll: () => rehearsal.stopAll()
    },
    connectionChanged(state) {
      for (const told of connection.next(state, now())) timeline.note(told)
    },
    sandboxChanged(description) {
      for (const told of sandbox.next(description && new URL(description.base_url).host)) timeline.note(told)
      if (description) keepOutOfLogs(description.control_key)
      control = description && controlOf(description)
      void rehearsal.controlChanged()
    },
    healthTaken: (frame) => health.add(frame),
    dispose: () => rehearsal.dispose()
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
