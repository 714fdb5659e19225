import { utilityProcess, type Details, type MessagePortMain } from 'electron'

/** How many main is ending, by name: the event of an end does not say which process it was. */
const ending = new Map<string, number>()

export function forkProcess<Request, Reply>(entry: string, name: string) {
  const child = utilityProcess.fork(entry, [], { serviceName: name, stdio: 'ignore' })
  let isEnding = false
  return {
    send: (request: Request, ports: MessagePortMain[] = []) => child.postMessage(request, ports),
    onReply: (listener: (reply: Reply) => void) => void child.on('message', listener),
    onEnd: (listener: () => void) => void child.once('exit', listener),
    kill() {
      if (!child.kill() || isEnding) return
      isEnding = true
      ending.set(name, (ending.get(name) ?? 0) + 1)
    }
  }
}

/** Call it once for each end. */
export function isExpectedEnd({ name = '', reason }: Details): boolean {
  const others = (ending.get(name) ?? 0) - 1
  if (others >= 0) ending.set(name, others)
  return reason === 'clean-exit' || (reason === 'killed' && others >= 0)
}
