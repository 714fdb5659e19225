import { parentPort } from 'node:worker_threads'
import { toProblem } from '#shared/domain/base/problem'
import { startSandbox, type RunningSandbox } from '#sandbox/index'
import type { SandboxReply, SandboxRequest } from './messages'

/*
 * The entry of the local sandbox's thread: a flood of messages does not delay the app, and a thread starts faster than a
 * process of Electron.
 */
if (!parentPort) throw new Error('This is the entry of a thread.')
const port = parentPort
let running: Promise<RunningSandbox> | null = null
const reply = (message: SandboxReply) => port.postMessage(message)

port.on('message', (request: SandboxRequest) => {
  if (request.kind === 'start') {
    const { kind: _start, ...wanted } = request
    running ??= startSandbox({ ...wanted, idleWhenUnread: true, log: (text) => reply({ kind: 'log', text }) })
    running.then(
      ({ description }) => reply({ kind: 'ready', description }),
      (problem: unknown) => reply({ kind: 'failed', problem: toProblem(problem) })
    )
  } else {
    const stopped = running?.then((sandbox) => sandbox.close()) ?? Promise.resolve()
    const end = () => process.exit(0)
    stopped.then(end, end)
  }
})
