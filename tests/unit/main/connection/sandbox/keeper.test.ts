import { beforeEach, describe, expect, it } from 'vitest'
import { lastFullMonth, SandboxKeeper, type SandboxChild } from '#main/connection/sandbox/keeper'
import type { SandboxReply, SandboxRequest } from '#main/connection/sandbox/messages'
import type { SandboxDescription } from '#sandbox/index'

const description = (port: number): SandboxDescription => ({
  base_url: `http://127.0.0.1:${port}/v2`,
  auth_url: `http://127.0.0.1:${port}`,
  ws_url: `ws://127.0.0.1:${port}/v2/stream`,
  client_id: 'a',
  client_secret: 'b',
  markets: [],
  statement_ids: [],
  conversion_ids: [],
  control_url: '',
  control_key: ''
})

class Child implements SandboxChild {
  readonly requests: SandboxRequest[] = []
  killed = false
  #listener: (reply: SandboxReply) => void = () => undefined
  readonly #ends: ((reason: string) => void)[] = []
  send = (request: SandboxRequest) => void this.requests.push(request)
  onReply = (listener: (reply: SandboxReply) => void) => void (this.#listener = listener)
  onEnd = (listener: (reason: string) => void) => void this.#ends.push(listener)
  kill = () => {
    this.killed = true
    this.end('terminated')
  }
  reply = (reply: SandboxReply) => this.#listener(reply)
  end = (reason: string) => this.#ends.splice(0).forEach((listener) => listener(reason))
}

let children: Child[]
let timers: { at: number; call: () => void }[]
let time: number
let changes: (string | null)[]
let keeper: SandboxKeeper

function pass(milliseconds: number) {
  const until = time + milliseconds
  for (;;) {
    const next = timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
    if (!next) break
    timers.splice(timers.indexOf(next), 1)
    time = next.at
    next.call()
  }
  time = until
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  children = []
  timers = []
  time = 0
  changes = []
  keeper = new SandboxKeeper({
    spawn: () => {
      const child = new Child()
      children.push(child)
      return child
    },
    rate: null,
    later: (milliseconds, call) => {
      const timer = { at: time + milliseconds, call }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    now: () => new Date(Date.UTC(2026, 0, 15)),
    log: () => undefined
  })
  keeper.onChange((now) => changes.push(now?.base_url ?? null))
})

describe('the local sandbox', () => {
  it('starts once for all callers, with the last full month', async () => {
    const asked = [keeper.start(), keeper.start()]
    expect(children).toHaveLength(1)
    expect(children[0]!.requests).toEqual([{ kind: 'start', anchor: '2025-12' }])
    children[0]!.reply({ kind: 'ready', description: description(1) })
    expect(await Promise.all(asked)).toEqual([description(1), description(1)])
    expect(await keeper.start()).toEqual(description(1))
    expect(children).toHaveLength(1)
  })

  it('times out a slow start and can be started again', async () => {
    const first = keeper.start()
    const refused = expect(first).rejects.toMatchObject({ problem: { code: 'sandbox.slow' } })
    pass(20_000)
    await refused
    expect(children[0]!.killed).toBe(true)
    const second = keeper.start()
    children[1]!.reply({ kind: 'ready', description: description(2) })
    expect(await second).toEqual(description(2))
  })

  it('reports why it could not start', async () => {
    const start = keeper.start()
    children[0]!.reply({
      kind: 'failed',
      problem: { code: 'sandbox.port', sentence: 'No port.', retryable: false }
    })
    await expect(start).rejects.toMatchObject({ problem: { code: 'sandbox.port' } })
    expect(timers).toEqual([])
  })

  it('restarts after a crash with growing delays', async () => {
    const start = keeper.start()
    children[0]!.reply({ kind: 'ready', description: description(1) })
    await start
    const waits: number[] = []
    for (let fall = 0; fall < 8; fall += 1) {
      children.at(-1)!.end('exit code 9')
      const before = time
      while (children.length < fall + 2) pass(100)
      waits.push(time - before)
      children.at(-1)!.reply({ kind: 'ready', description: description(fall + 2) })
      await settled()
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(keeper.description).toEqual(description(9))
    expect(changes.slice(0, 4)).toEqual(['http://127.0.0.1:1/v2', null, 'http://127.0.0.1:2/v2', null])
    pass(60_000)
    children.at(-1)!.end('exit code 9')
    expect(keeper.description).toBeNull()
    const count = children.length
    pass(500)
    expect(children).toHaveLength(count + 1)
  })

  it('is stopped with the app, or killed, and never restarted', async () => {
    const start = keeper.start()
    children[0]!.reply({ kind: 'ready', description: description(1) })
    await start
    const ended = keeper.dispose()
    expect(children[0]!.requests.at(-1)).toEqual({ kind: 'stop' })
    pass(2000)
    await ended
    expect(children[0]!.killed).toBe(true)
    pass(120_000)
    expect(children).toHaveLength(1)
    expect(timers).toEqual([])
    await expect(keeper.start()).rejects.toMatchObject({ problem: { code: 'sandbox.ended' } })
  })
})

it('computes the last full month across the year', () => {
  expect(lastFullMonth(new Date(Date.UTC(2026, 10, 30, 23)))).toBe('2026-10')
  expect(lastFullMonth(new Date(Date.UTC(2026, 0, 1)))).toBe('2025-12')
})
