import { forkProcess } from '../../base/child-process'
import { keychainEntry } from '../../base/startup/folders'
import type { KeychainChild } from './client'

export const spawnKeychain = (): KeychainChild => forkProcess(keychainEntry(), 'Leadline keychain')
