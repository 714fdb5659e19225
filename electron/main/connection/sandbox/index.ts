import { Worker } from 'node:worker_threads'
import { sandboxEntry } from '../../base/startup/folders'
import { SandboxKeeper, type KeeperPorts, type SandboxChild } from './keeper'
import type { SandboxReply } from './messages'

const maxHeapMegabytes = 512

function spawn(spawned: () => void): SandboxChild {
  const thread = new Worker(sandboxEntry(), { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } })
  let reason: string | null = null
  thread.once('online', spawned)
  // Without a listener an error would end the app.
  thread.on('error', (error) => (reason = error.stack ?? error.message))
  return {
    send: (request) => thread.postMessage(request),
    onReply: (listener) => thread.on('message', (reply: SandboxReply) => listener(reply)),
    onEnd: (listener) => thread.once('exit', (code) => listener(reason ?? String(code))),
    kill: () => void thread.terminate()
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
