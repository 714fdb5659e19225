import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkKeychain } from '#main/connection/keychain/check'
import { KeychainClient } from '#main/connection/keychain/client'
import { toProblem } from '#shared/domain/base/problem'
import { freshFolder } from '../support/folder'
import { buildKeychainProcess, spawnWith } from './keychain-child'
import { startPrivateKeyring } from './private-keyring'

let file: string
beforeAll(async () => {
  file = await buildKeychainProcess()
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const children: ChildProcess[] = []
function client(environment: NodeJS.ProcessEnv, more: { limit?: number; asksFirst?: boolean } = {}) {
  children.length = 0
  const { limit = 20_000, asksFirst = true } = more
  const made = new KeychainClient({
    spawn: spawnWith(file, environment, (child) => children.push(child)),
    check: () =>
      checkKeychain({
        platform: asksFirst ? 'linux' : 'other',
        environment,
        limit: asksFirst ? 5000 : limit
      }),
    limit
  })
  ends.push(() => made.dispose())
  return made
}
const keyring = async (withKeyring = true) => {
  const made = await startPrivateKeyring(await freshFolder(), withKeyring)
  ends.push(made.stop)
  return made
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no problem',
    (thrown: unknown) => toProblem(thrown).code
  )

describe('the real Secret Service', () => {
  test('keeps a secret across process restarts, and deletes it', async () => {
    const { environment } = await keyring()
    const first = client(environment)
    expect((await first.state()).state).toBe('ready')
    expect(await first.get('profile-1')).toBeNull()
    await first.set('profile-1', 'hüsh & "quoted"\n')
    await first.set('profile-2', 'other')
    first.dispose()

    const second = client(environment)
    expect(await second.get('profile-1')).toBe('hüsh & "quoted"\n')
    await second.set('profile-1', 'newer')
    expect(await second.get('profile-1')).toBe('newer')
    await second.delete('profile-1')
    expect(await second.get('profile-1')).toBeNull()
    expect(await second.get('profile-2')).toBe('other')
    await second.delete('never there')
  })

  test('reports a locked keychain without a prompt or blocking', async () => {
    const { environment, lock } = await keyring()
    const store = client(environment)
    await store.set('profile-1', 'hush')
    await lock()
    const before = children.length
    expect((await store.state()).state).toBe('locked')
    expect(await codeOf(store.get('profile-1'))).toBe('keychain.locked')
    expect(await codeOf(store.set('profile-1', 'x'))).toBe('keychain.locked')
    expect(await codeOf(store.delete('profile-1'))).toBe('keychain.locked')
    expect(children.length).toBe(before)
  })

  test('ends a request to a locked keychain without revealing anything', async () => {
    const { environment, lock } = await keyring()
    await client(environment).set('profile-1', 'hush')
    await lock()
    const store = client(environment, { asksFirst: false, limit: 1500 })
    const answers = [store.get('profile-1'), store.get('profile-1')].map((work) => work.catch(() => null))
    expect(await Promise.all(answers)).toEqual([null, null])
  })
})

describe('no Secret Service', () => {
  test('no session bus at all', async () => {
    const home = await freshFolder()
    const store = client({ PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home })
    expect((await store.state()).state).toBe('absent')
    expect(await codeOf(store.set('a', 'b'))).toBe('keychain.absent')
    expect(children).toHaveLength(0)
  })

  test('a bus without a secret service', async () => {
    const { environment } = await keyring(false)
    expect(await codeOf(client(environment).get('a'))).toBe('keychain.absent')
    expect(await codeOf(client(environment, { asksFirst: false }).set('a', 'b'))).toBe('keychain.failed')
  })

  test('a bus address without a bus', async () => {
    const home = await freshFolder()
    const gone = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(home, 'gone')}` }
    expect((await client(gone).state()).state).toBe('absent')
  })
})

describe('a bus that does not answer', () => {
  const silentBus = async () => {
    const socket = path.join(await freshFolder(), 'bus')
    const server = createServer().listen(socket)
    const accepted: { destroy(): void }[] = []
    server.on('connection', (one) => accepted.push(one.on('error', () => {})))
    ends.push(() => {
      for (const one of accepted) one.destroy()
      server.close()
    })
    await once(server, 'listening')
    return { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` }
  }

  test('is reported as not answering', async () => {
    const environment = await silentBus()
    const report = await checkKeychain({ platform: 'linux', environment, limit: 300 })
    expect(report.state).toBe('unanswering')
    expect(report.sentence).toContain('this session only')
  })

  test('ends the process on time-out and starts a new one', async () => {
    const store = client(await silentBus(), { asksFirst: false, limit: 600 })
    expect(await codeOf(store.get('a'))).toBe('keychain.unanswering')
    const [first] = children
    if (first?.signalCode === null) await once(first, 'exit')
    expect(first?.signalCode).toBe('SIGKILL')
    expect(await codeOf(store.get('a'))).toBe('keychain.unanswering')
    expect(children).toHaveLength(2)
  })
})

test('treats a dying process as an answer', async () => {
  const dead = path.join(await freshFolder(), 'dead.mjs')
  await writeFile(dead, "process.on('message', () => process.exit(3))")
  const store = new KeychainClient({
    spawn: spawnWith(dead, process.env),
    check: () => checkKeychain({ platform: 'other', environment: {}, limit: 1 }),
    limit: 20_000
  })
  expect(await codeOf(store.get('a'))).toBe('keychain.unanswering')
})
