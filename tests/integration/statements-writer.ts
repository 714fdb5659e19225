/** A process that saves statements until it is killed, and reports each. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { systemClock } from '#engine/base/clock'
import { realDisk } from '#engine/records/statements/disk/disk'
import { ArchiveStore } from '#engine/records/statements/store/store'
import type { SandboxDescription } from '#sandbox/index'
import { openArchiveLink } from './statements-link'

const [root = '', id = '', description = ''] = process.argv.slice(2)
const sandbox = JSON.parse(description) as SandboxDescription
const { rest } = openArchiveLink(sandbox)
const say = (text: string) => process.stdout.write(`${text}\n`)

const store = new ArchiveStore(
  {
    disk: realDisk,
    clock: systemClock,
    random: Math.random,
    fetch: (address, init) => fetch(address, init),
    lock: { id: randomUUID(), host: hostname(), machine: 'machine-1', pid: process.pid, alive: () => false },
    changed: () => {},
    warn: () => {}
  },
  { root, id, expected: false }
)
await store.open()
say(store.fault || store.readOnly ? `refused ${(store.fault ?? store.readOnly)!.sentence}` : 'ready')
const done = new Set(store.index.statements.map(({ key }) => key))

/** Fetches three at a time, as the app does, one connection after another. */
const wanted = (function* () {
  for (let round = 1; ; round += 1) {
    for (const statement of sandbox.statement_ids) yield { round, statement }
  }
})()

async function lane(): Promise<void> {
  for (const { round, statement } of wanted) {
    if ([...done].some((key) => key.includes(`Desk ${round} (`) && key.endsWith(statement))) continue
    const owner = { environment: 'local', profile: { id: `desk-${round}`, name: `Desk ${round}` } }
    try {
      const { signal } = new AbortController()
      const saved = await store.save({
        owner,
        read: (stop) => rest.statements.read(statement, { signal: stop }),
        signal
      })
      done.add(saved.key)
      say(`saved ${saved.key}`)
    } catch (thrown) {
      const text = String(thrown)
      if (!text.includes('statements.not-ready')) say(`failed ${text}`)
    }
  }
}
await Promise.all([lane(), lane(), lane()])
