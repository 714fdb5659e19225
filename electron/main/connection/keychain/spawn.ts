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
    onReply: (listener) => void child.on('message', (reply: KeychainReply) => listener(reply)),
    onEnd: (listener) => void child.once('exit', listener),
    kill: () => void child.kill()
  }
}
