import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { Delivery, openTargetFile } from '#engine/market/alerts/delivery/index'
import { testMessage } from '#engine/market/alerts/delivery/message'
import type { TargetDraft } from '#shared/contract/market/delivery'
import { freshFolder } from '../../../../../integration/support/folder'
import { MemorySecrets } from '../../../../../integration/support/memory-secrets'
import { HandClock } from '../../../hand-clock'

const command: TargetDraft = {
  kind: 'command',
  name: 'Pager',
  isOn: true,
  program: process.execPath,
  args: ['-e', '', '{market}']
}
const webhook: TargetDraft = { kind: 'webhook', name: 'Ops', isOn: true, url: 'https://ops.example.com/x' }

let secrets: MemorySecrets
let file: string
let requests: { readonly url: string; readonly signature: string }[]
let clock: HandClock
let status: number
beforeEach(async () => {
  secrets = new MemorySecrets()
  file = path.join(await freshFolder(), 'delivery.json')
  requests = []
  status = 204
  clock = new HandClock()
})

let ids = 0
async function start(): Promise<Delivery> {
  return new Delivery({
    clock,
    random: () => 0.5,
    file: await openTargetFile({ file }, secrets),
    fetch(url, init) {
      requests.push({ url, signature: new Headers(init.headers).get('leadline-signature') ?? '' })
      return Promise.resolve(new Response(null, { status }))
    },
    newId: () => `id-${++ids}`,
    keepOutOfLogs: () => undefined,
    changed: () => undefined,
    lost: () => undefined
  })
}
const fire = async (delivery: Delivery) => {
  delivery.deliver(testMessage('event', clock.wall()))
  // Nothing here waits for more than promises.
  await nextTurn()
}

test('delivers to targets that are on, after a restart too', async () => {
  const delivery = await start()
  const { id, secret } = await delivery.save(null, webhook)
  expect(secret).toMatch(/^[\w-]{43}$/)
  await delivery.save(null, { ...webhook, name: 'Off', isOn: false, url: 'https://off.example.com/' })
  await fire(delivery)
  expect(requests.map(({ url }) => url)).toEqual(['https://ops.example.com/x'])
  await delivery.dispose()

  const again = await start()
  await fire(again)
  expect(requests).toHaveLength(2)
  expect(again.state.targets[0]).toMatchObject({ id, name: 'Ops', kind: 'webhook', isOn: true, lost: 0 })
  // Every window gets it.
  expect(JSON.stringify(again.state)).not.toMatch(/example\.com/)
  expect(await readFile(file, 'utf8')).not.toContain(secret)
})

test('any edit of the file switches its targets off, until the user turns them on', async () => {
  const delivery = await start()
  await delivery.save(null, command)
  await delivery.save(null, webhook)
  await delivery.dispose()
  const saved = await readFile(file, 'utf8')
  const edits: readonly ((text: string) => string)[] = [
    (text) => text.replace(JSON.stringify(process.execPath), '"/bin/sh"'),
    (text) => text.replace('{market}', '{note}'),
    (text) => text.replace('ops.example.com', 'other.example.com'),
    (text) => text.replace('"isOn": true', '"isOn": false'),
    (text) => {
      const content = JSON.parse(text) as { targets: object[] }
      return JSON.stringify({ ...content, targets: [...content.targets, { ...command, id: 'more' }] })
    }
  ]
  for (const edit of edits) {
    expect(edit(saved)).not.toBe(saved)
    await writeFile(file, edit(saved))
    const edited = await start()
    await fire(edited)
    expect(requests).toEqual([])
    expect(edited.state.problem).toMatch(/^delivery\.json was changed outside Leadline/)
    expect(edited.state.targets.some(({ isOn }) => isOn)).toBe(false)
    await edited.dispose()
  }
  const edited = await start()
  await edited.open()
  const [pager, ops] = edited.state.targets
  await edited.switch(pager!.id, true)
  expect(edited.state).toMatchObject({ problem: null, targets: [{ isOn: true }, { isOn: false }, {}] })
  // The secret of the real URL signs nothing for the edited one.
  await expect(edited.switch(ops!.id, true)).rejects.toMatchObject({ problem: { code: 'delivery.secret' } })
})

test('an older file of the user counts as changed', async () => {
  const delivery = await start()
  const { id } = await delivery.save(null, webhook)
  const older = await readFile(file, 'utf8')
  await delivery.remove(id)
  await delivery.dispose()
  await writeFile(file, older)
  const restored = await start()
  await fire(restored)
  expect(requests).toEqual([])
  expect(restored.state.problem).not.toBeNull()
})

test('a crash between keychain and file changes nothing', async () => {
  const delivery = await start()
  await delivery.save(null, webhook)
  const before = await readFile(file, 'utf8')
  const set = secrets.set.bind(secrets)
  let writes = 0
  // The last write of the keychain is lost.
  secrets.set = (id, secret) => (++writes === 2 ? Promise.reject(new Error('crash')) : set(id, secret))
  await delivery.save(null, command)
  const after = await readFile(file, 'utf8')
  secrets.set = set
  const entry = (await secrets.get('alert-delivery'))!
  for (const content of [before, after]) {
    await set('alert-delivery', entry)
    await writeFile(file, content)
    const restarted = await start()
    await restarted.open()
    expect(restarted.state.problem).toBeNull()
    await restarted.dispose()
  }
})

test('a secret is returned although the keychain fails once it has it, and an older file is refused later', async () => {
  const delivery = await start()
  const { id } = await delivery.save(null, command)
  const older = await readFile(file, 'utf8')
  const set = secrets.set.bind(secrets)
  let writes = 0
  secrets.set = (account, text) => (++writes === 2 ? Promise.reject(new Error('away')) : set(account, text))
  const { secret } = await delivery.save(null, webhook)
  expect(secret).toMatch(/\S{20,}/)
  await fire(delivery)
  expect(requests).toHaveLength(1)
  await delivery.dispose()
  // The next start tries it again.
  const next = await start()
  await next.open()
  await next.dispose()
  await writeFile(file, older)
  const restored = await start()
  await restored.open().catch(() => undefined)
  expect(restored.state.problem).not.toBeNull()
  expect(restored.state.targets).toMatchObject([{ id, isOn: false }])
})

test('a target that is switched off gets nothing, even if the keychain fails afterwards', async () => {
  status = 503
  const delivery = await start()
  const { id } = await delivery.save(null, webhook)
  await fire(delivery)
  expect(requests).toHaveLength(1)
  const set = secrets.set.bind(secrets)
  let writes = 0
  secrets.set = (account, secret) =>
    ++writes === 2 ? Promise.reject(new Error('away')) : set(account, secret)
  await delivery.switch(id, false)
  expect(delivery.state.targets[0]).toMatchObject({ isOn: false, waiting: 0 })
  clock.advance(10_000)
  await nextTurn()
  expect(requests).toHaveLength(1)
})

test.each(['switch', 'remove'] as const)(
  'a target gets nothing after a %s that could not be saved',
  async (how) => {
    const delivery = await start()
    const { id } = await delivery.save(null, webhook)
    secrets.is = 'locked'
    const changing = how === 'switch' ? delivery.switch(id, false) : delivery.remove(id)
    await expect(changing).rejects.toMatchObject({ problem: { code: 'keychain.locked' } })
    expect(delivery.state.targets).toMatchObject([{ id, isOn: false }])
    await fire(delivery)
    expect(requests).toEqual([])
    secrets.is = 'ready'
    await delivery.switch(id, true)
    await fire(delivery)
    expect(requests).toHaveLength(1)
  }
)

test('waits for a locked keychain, then delivers what fired meanwhile', async () => {
  const delivery = await start()
  await delivery.save(null, webhook)
  await delivery.dispose()
  secrets.is = 'locked'
  const restarted = await start()
  await fire(restarted)
  await expect(restarted.save(null, command)).rejects.toMatchObject({ problem: { code: 'keychain.locked' } })
  expect(requests).toEqual([])
  expect(restarted.state.problem).not.toBeNull()
  secrets.is = 'ready'
  clock.advance(31_000)
  await expect.poll(() => requests.length).toBe(1)
  expect(restarted.state.problem).toBeNull()
})

test('makes a new secret for a new URL only', async () => {
  const delivery = await start()
  const { id, secret } = await delivery.save(null, webhook)
  expect((await delivery.save(id, { ...webhook, name: 'Renamed' })).secret).toBeNull()
  const other = await delivery.save(id, { ...webhook, url: 'https://other.example.com/' })
  expect(other.secret).not.toBeNull()
  expect(other.secret).not.toBe(secret)
  expect((await delivery.newSecret(id)).secret).not.toBe(other.secret)
})

test('tests a target once, whether it is on or not', async () => {
  const delivery = await start()
  const print = {
    ...command,
    isOn: false,
    args: ['-e', 'console.log(process.argv[1]); process.exit(2)', '{event}']
  }
  const { id } = await delivery.save(null, print)
  expect(await delivery.test(id)).toEqual({
    isDelivered: false,
    sentence: 'The command exited with code 2.',
    output: 'test\n'
  })
  expect(JSON.stringify(delivery.state)).not.toContain('exit code')
})

test('accepts at most eight targets', async () => {
  const delivery = await start()
  for (let index = 0; index < 8; index++) await delivery.save(null, webhook)
  await expect(delivery.save(null, webhook)).rejects.toMatchObject({ problem: { code: 'delivery.too-many' } })
})
