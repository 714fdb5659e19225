import { utilityProcess } from 'electron'
import { sandboxEntry } from '../../base/startup/folders'
import { SandboxKeeper, type KeeperPorts, type SandboxChild } from './keeper'
import type { SandboxReply } from './messages'

function spawn(spawned: () => void): SandboxChild {
  const child = utilityProcess.fork(sandboxEntry(), [], {
    serviceName: 'Leadline local sandbox',
    stdio: 'ignore'
  })
  child.once('spawn', spawned)
  return {
    send: (request) => child.postMessage(request),
    onReply: (listener) => child.on('message', (reply: SandboxReply) => listener(reply)),
    onEnd: (listener) => child.once('exit', listener),
    kill: () => child.kill()
  }
}

/** The local service for the profile "Local sandbox". */
interface SandboxPorts extends Pick<KeeperPorts, 'rate' | 'log'> {
  readonly spawned: () => void
}

export function setUpSandbox({ spawned, ...ports }: SandboxPorts): SandboxKeeper {
  return new SandboxKeeper({
    ...ports,
    spawn: () => spawn(spawned),
    now: () => new Date(),
    later: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    }
  })
}
