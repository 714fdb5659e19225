import { fork, type ChildProcess } from 'node:child_process'
import type { KeychainChild } from '#main/connection/keychain/client'
import type { KeychainReply } from '#main/connection/keychain/messages'
import { buildProcess } from '../support/build-process'

export const buildKeychainProcess = () =>
  buildProcess('keychain', 'electron/main/connection/keychain/process.ts', ['keytar'])

export function spawnWith(
  file: string,
  environment: NodeJS.ProcessEnv,
  started: (child: ChildProcess) => void = () => {}
): () => KeychainChild {
  return () => {
    const child = fork(file, [], { env: environment, execArgv: [], stdio: 'ignore' })
    started(child)
    return {
      send: (request) => void child.send(request),
      onReply: (listener) => void child.on('message', (reply) => listener(reply as KeychainReply)),
      onEnd: (listener) => void child.once('exit', listener),
      kill: () => void child.kill('SIGKILL')
    }
  }
}
