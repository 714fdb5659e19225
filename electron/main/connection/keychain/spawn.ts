import { utilityProcess } from 'electron'
import { keychainEntry } from '../../base/startup/folders'
import type { KeychainChild } from './client'
import type { KeychainReply } from './messages'

export function spawnKeychain(): KeychainChild {
  const child = utilityProcess.fork(keychainEntry(), [], {
    serviceName: 'Leadline keychain',
    stdio: 'ignore'
  })
  return {
    send: (request) => child.postMessage(request),
    onReply: (hear) => void child.on('message', (reply: KeychainReply) => hear(reply)),
    onEnd: (hear) => void child.once('exit', hear),
    kill: () => void child.kill()
  }
}
