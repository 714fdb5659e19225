import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Connections, SecretStore } from '#engine/connection/index'
import { openConnections } from '../../../integration/support/open-connections'
import { keychainReport } from '#engine/connection/secret-store'
import type { ConnectionsState, KeychainReport } from '#shared/contract/connection/connections'
import { HandClock } from '../hand-clock'

let folder: string
let connections: Connections

afterEach(async () => {
  connections.dispose()
  await rm(folder, { recursive: true, force: true })
})

it('does not wait for a slow keychain, and notifies when it answers', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-keychain-wait-'))
  let answer: (report: KeychainReport) => void = () => undefined
  const asked = new Promise<KeychainReport>((resolve) => (answer = resolve))
  const secretStore: SecretStore = {
    state: () => asked,
    get: async () => null,
    set: async () => undefined,
    delete: async () => undefined
  }
  const changes: ConnectionsState[] = []
  connections = await openConnections({
    file: path.join(folder, 'connections.json'),
    secretStore,
    local: null,
    fetch: () => Promise.reject(new Error('not needed')),
    confirmHosts: async () => true,
    keepOutOfLogs: () => undefined,
    clock: new HandClock(),
    random: () => 0.5,
    notice: () => undefined
  })
  connections.onChange((state) => changes.push(state))
  const check = connections.checkKeychain()
  expect(connections.read().keychain.state).toBe('checking')
  answer(keychainReport('locked'))
  expect((await check).state).toBe('locked')
  expect(connections.read().keychain.state).toBe('locked')
  expect(changes.at(-1)?.keychain.state).toBe('locked')
})
