import { utilityProcess, type Details, type MessagePortMain } from 'electron'

const forked = new Set<string>()
/** How many ended on their own, by name: the event of an end does not say which process it was. */
const failed = new Map<string, number>()

/** @param environment that of main without it */
export function forkProcess<Request, Reply>(
  entry: string,
  name: string,
  environment?: Record<string, string>
) {
  const child = utilityProcess.fork(entry, [], {
    serviceName: name,
    stdio: 'ignore',
    ...(environment && { env: environment })
  })
  let isEnding = false
  forked.add(name)
  // Before the event of the end, which a process that main ends does not always have.
  child.once('exit', (code) => {
    if (!isEnding && code !== 0) failed.set(name, (failed.get(name) ?? 0) + 1)
  })
  return {
    send: (request: Request, ports: MessagePortMain[] = []) => child.postMessage(request, ports),
    onReply: (listener: (reply: Reply) => void) => void child.on('message', listener),
    onEnd: (listener: () => void) => void child.once('exit', listener),
    kill() {
      isEnding = true
      child.kill()
    }
  }
}

/** Call it once for each end. */
export function isExpectedEnd({ name = '', reason }: Details): boolean {
  if (reason === 'clean-exit') return true
  const count = failed.get(name) ?? 0
  if (count > 0) failed.set(name, count - 1)
  return reason === 'killed' && forked.has(name) && count === 0
}
