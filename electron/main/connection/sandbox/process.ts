import { toProblem } from '#shared/domain/base/problem'
import { startSandbox, type RunningSandbox } from '#sandbox/index'
import type { SandboxReply, SandboxRequest } from './messages'

/** In a separate process, so that a flood of messages does not delay the app. */
let running: Promise<RunningSandbox> | null = null
const port = process.parentPort
const reply = (message: SandboxReply) => port.postMessage(message)

port.on('message', (event: { data: SandboxRequest }) => {
  const request = event.data
  if (request.kind === 'start') {
    const { kind: _start, ...wanted } = request
    running ??= startSandbox({ ...wanted, restUnread: true, log: (text) => reply({ kind: 'log', text }) })
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
