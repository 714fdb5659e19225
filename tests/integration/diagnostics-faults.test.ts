import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FaultSimulator, type LocalControl } from '#engine/app/diagnostics/index'
import { startSandbox, type RunningSandbox } from '#sandbox/index'
import type { LocalSandbox } from '#shared/contract/app/diagnostics'
import type { ProblemError } from '#shared/domain/base/problem'
import { ManualClock } from '../unit/sandbox/manual-clock'

let clock: ManualClock
let sandbox: RunningSandbox
let control: LocalControl | null
let changes: LocalSandbox[]
let wake: () => void
let words: string[]
let warnings: unknown[]
let fetching: typeof fetch
let simulator: FaultSimulator

const controlOf = ({ description }: RunningSandbox): LocalControl => ({
  url: description.control_url,
  key: description.control_key,
  markets: description.markets,
  addresses: {
    restBase: description.base_url,
    tokenHost: description.auth_url,
    streamAddress: description.ws_url
  }
})
const small = { rate: 1, addresses: 10 } as const

const activeFaults = () => simulator.local.active.map(({ name, market }) => [name, market])

const nextChange = () => new Promise<void>((done) => (wake = done))

beforeEach(async () => {
  clock = new ManualClock()
  sandbox = await startSandbox({ ...small, clock })
  control = controlOf(sandbox)
  changes = []
  wake = () => undefined
  words = []
  warnings = []
  fetching = fetch
  simulator = new FaultSimulator({
    fetch: (url, init) => fetching(url, init),
    control: () => control,
    now: () => clock.now(),
    later: (milliseconds, run) => clock.later(milliseconds, run),
    changed: (local) => {
      changes.push(local)
      wake()
    },
    note: (note) => words.push(note.words),
    warn: (problem) => warnings.push(problem)
  })
  await simulator.controlChanged()
})
afterEach(async () => {
  simulator.dispose()
  await sandbox.close()
})

describe('the fault simulator', () => {
  it('turns a fault on and off', async () => {
    await simulator.start({ name: 'rest-429', market: null, milliseconds: null })
    expect(sandbox.scenarios.active()).toEqual([{ name: 'rest-429' }])
    expect(activeFaults()).toEqual([['rest-429', null]])
    await simulator.stop('rest-429')
    expect(sandbox.scenarios.active()).toEqual([])
    expect(changes.at(-1)?.active).toEqual([])
    expect(words).toEqual(['Simulating fault: rest-429', 'Fault ended: rest-429'])
  })

  it('has one target: another market replaces the first', async () => {
    const [first, second] = sandbox.description.markets
    await simulator.start({ name: 'silent', market: first!, milliseconds: null })
    await simulator.start({ name: 'silent', market: second!, milliseconds: null })
    expect(sandbox.scenarios.active()).toEqual([{ name: 'silent', market: second }])
    expect(activeFaults()).toEqual([['silent', second]])
  })

  it('applies to the whole service if it has no market', async () => {
    await simulator.start({ name: 'rest-500', market: sandbox.description.markets[0]!, milliseconds: null })
    expect(sandbox.scenarios.on('rest-500')).toBe(true)
  })

  it('refuses a market that the sandbox lacks', () => {
    expect(() => simulator.start({ name: 'silent', market: 'NOSUCH', milliseconds: null })).toThrow(
      /simulation\.market/
    )
  })

  it('ends when its time is over', async () => {
    await simulator.start({ name: 'burst', market: null, milliseconds: 10_000 })
    expect(simulator.local.active[0]?.until).toBe(clock.now() + 10_000)
    expect(words).toEqual(['Simulating fault: burst, for 10 s'])
    const ended = nextChange()
    clock.advance(10_500)
    await ended
    expect(simulator.local.active).toEqual([])
    expect(words.at(-1)).toBe('Fault ended: burst')
  })

  it('stops all faults, including unknown ones', async () => {
    await simulator.start({ name: 'drop', market: null, milliseconds: null })
    sandbox.scenarios.switchOn('rest-slow')
    await simulator.stopAll()
    expect(sandbox.scenarios.active()).toEqual([])
    expect(simulator.local.active).toEqual([])
  })

  it('keeps the order of concurrent requests', async () => {
    await Promise.all([
      simulator.start({ name: 'drop', market: null, milliseconds: null }),
      simulator.stop('drop'),
      simulator.start({ name: 'silent', market: null, milliseconds: null })
    ])
    expect(sandbox.scenarios.active()).toEqual([{ name: 'silent' }])
    expect(activeFaults()).toEqual([['silent', null]])
  })

  it('exposes no key', () => {
    expect(JSON.stringify(changes)).not.toContain(sandbox.description.control_key)
    expect(changes.at(-1)?.addresses?.restBase).toBe(sandbox.description.base_url)
  })
})

describe('a sandbox that ended', () => {
  it('drops its faults when it ends', async () => {
    await simulator.start({ name: 'drop', market: null, milliseconds: null })
    control = null
    await simulator.controlChanged()
    expect(simulator.local).toEqual({ addresses: null, markets: [], active: [] })
    const asked = simulator.start({ name: 'drop', market: null, milliseconds: null })
    await expect(asked).rejects.toMatchObject({ problem: { code: 'simulation.absent' } })
  })

  it('is read again after a restart, ignoring late answers', async () => {
    const second = await startSandbox({ ...small, scenarios: ['rest-html'] })
    try {
      fetching = async (url, init) => {
        const answer = await fetch(url, init)
        if (url.toString().endsWith('/drop')) control = controlOf(second)
        return answer
      }
      await simulator.start({ name: 'drop', market: null, milliseconds: null })
      expect(simulator.local.active).toEqual([])
      await simulator.controlChanged()
      expect(activeFaults()).toEqual([['rest-html', null]])
    } finally {
      await second.close()
    }
  })

  it('reports an unresponsive sandbox and retries', async () => {
    fetching = () => Promise.reject(new TypeError('fetch failed'))
    const asked = simulator.start({ name: 'drop', market: null, milliseconds: null })
    const { problem } = await asked.then(
      () => expect.unreachable(),
      (thrown: ProblemError) => thrown
    )
    expect(problem).toMatchObject({ code: 'simulation.unreachable', retryable: true })
    await simulator.controlChanged()
    expect(warnings).toHaveLength(1)
    fetching = fetch
    sandbox.scenarios.switchOn('silent')
    const received = nextChange()
    clock.advance(1500)
    await received
    expect(activeFaults()).toEqual([['silent', null]])
  })
})
