import type { Attack, AttackContext } from '../hostile/attack'
import { restAttacks } from '../hostile/attacks/rest'
import { streamAttacks } from '../hostile/attacks/stream'
import { tokenAttacks } from '../hostile/attacks/token'
import { blocksOf, watchBlocks } from '../hostile/blocks'
import { canariesIn } from '../hostile/canary'
import { connect, live, loadAddresses, testConnection } from '../hostile/desk'
import { isChosen, isSoak, report } from '../hostile/report'
import { inFiles, inHeaps, inProcesses, inRequests, inSupportFile } from '../hostile/search'
import { startHostileService, type HostileService } from '../hostile/service'
import { call } from './connections-desk'
import { expect } from './expect'
import { countingServer, type CountingServer } from './servers'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ own: true, offline: true, between: () => Promise.resolve() })
let service: HostileService
let other: CountingServer
const desk = (): AttackContext => ({
  app: running.app,
  page: running.page,
  service,
  other,
  factor: isSoak ? 5 : 0.3
})

test.beforeAll(async () => {
  ;[service, other] = await Promise.all([startHostileService(), countingServer()])
  await connect(desk())
  await live(running.page)
  await watchBlocks(running.app)
})
test.afterAll(async () => {
  await service.close()
  await other.close()
})

/** Checks after each attack. */
const recoveries = {
  token: () => expect.poll(() => testConnection(running.page), { timeout: 20_000 }).toMatch(/^granted/),
  REST: async () =>
    expect.poll(async () => (await loadAddresses(running.page)).sentence).toMatch(/1 address/),
  stream: () => live(running.page)
}

async function withstand(attack: Attack) {
  await blocksOf(running.app, attack.name)
  const said = await attack.run(desk())
  const blocks = await blocksOf(running.app, attack.name)
  service.behave()
  report({ attack: attack.name, outcome: said, ...blocks, canaries: canariesIn(said), blocks: attack.blocks })
  expect.soft(said, attack.name).toMatch(attack.says)
  expect.soft(canariesIn(said), attack.name).toEqual([])
}

/** Withstood by the test that then searches for what they sent. */
const echoes = ({ name }: Attack) => /secret/.test(name)

const kinds: readonly [keyof typeof recoveries, readonly Attack[]][] = [
  ['token', tokenAttacks],
  ['REST', restAttacks],
  ['stream', streamAttacks]
]
for (const [kind, attacks] of kinds) {
  test(`withstands every hostile answer: ${kind}`, async () => {
    test.setTimeout(isSoak ? 600_000 : 60_000)
    for (const attack of attacks.filter((one) => isChosen(one) && !echoes(one))) {
      await withstand(attack)
      // Token requests are paced.
      if (isSoak || kind !== 'token') await recoveries[kind]()
    }
    await recoveries[kind]()
    expect(other.connections()).toBe(0)
  })
}

test('stores and sends secret and token nowhere else', async () => {
  test.setTimeout(120_000)
  const { app, page, userData } = running
  for (const [kind, attacks] of kinds) {
    for (const attack of attacks.filter(echoes)) {
      await withstand(attack)
      await live(page)
    }
    await recoveries[kind]()
  }
  // Diagnostics data is in the window.
  await page.keyboard.press('Control+Shift+D')
  const frames = await call(page, ({ call: calls }) =>
    calls.diagnostics.frames({ text: '', market: null, direction: null, kind: null, after: 0, max: 500 })
  )
  expect(frames.frames.some(({ text }) => text.includes('[redacted]'))).toBe(true)
  const found = [
    ...(await inFiles(userData)),
    ...(await inProcesses(app.process().pid!)),
    ...(await inHeaps(app.windows())),
    ...(await inSupportFile(app, page)),
    ...inRequests(service.received)
  ]
  report({ attack: 'canaries', outcome: 'searched for', longest: null, maxWall: null, canaries: found })
  expect(found).toEqual([])
  expect(other.connections()).toBe(0)
})
