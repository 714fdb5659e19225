import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { setUpShutdown } from '#main/app/start/shutdown'

function setUp() {
  const events = new EventEmitter()
  const exits: number[] = []
  const quit = () => void events.emit('will-quit', { preventDefault: () => undefined })
  const shutdown = setUpShutdown({
    on: (event, listener) => events.on(event, listener),
    quit,
    exit: (code) => void exits.push(code ?? 0)
  })
  return { shutdown, quit, exits }
}

test('disposes groups in order and in parallel', async () => {
  const { shutdown, quit, exits } = setUp()
  const seen: string[] = []
  const ends = new Map<string, () => void>()
  const slow = (name: string) => ({
    dispose: () => {
      seen.push(`${name} begins`)
      return new Promise<void>((done) => {
        ends.set(name, () => {
          seen.push(`${name} has ended`)
          done()
        })
      })
    }
  })
  shutdown.register(slow('stream'), slow('tokens'))
  shutdown.register({
    dispose() {
      throw new Error('This one fails.')
    }
  })
  shutdown.register(slow('alerts'))
  quit()
  quit()
  expect(seen).toEqual(['stream begins', 'alerts begins'])
  ends.get('alerts')!()
  ends.get('stream')!()
  await expect.poll(() => seen).toContain('tokens begins')
  expect(seen).toEqual([
    'stream begins',
    'alerts begins',
    'alerts has ended',
    'stream has ended',
    'tokens begins'
  ])
  expect(exits).toEqual([])
  ends.get('tokens')!()
  await expect.poll(() => exits).toEqual([0])
})

test('exits even if something never ends', async () => {
  vi.useFakeTimers()
  try {
    const { shutdown, exits } = setUp()
    shutdown.register({ dispose: () => new Promise(() => undefined) })
    shutdown.exit(3)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(exits).toEqual([3])
  } finally {
    vi.useRealTimers()
  }
})

test('takes the last step only when everything else has been disposed', async () => {
  vi.useFakeTimers()
  try {
    const { shutdown, quit, exits } = setUp()
    const seen: string[] = []
    let saved = () => {}
    shutdown.last(() => {
      seen.push(`last, exits: ${exits.length}`)
      throw new Error('The last step failed.')
    })
    shutdown.register({
      dispose: () =>
        new Promise<void>((done) => {
          saved = () => {
            seen.push('saved')
            done()
          }
        })
    })
    shutdown.register({ dispose: () => void seen.push('disposed') })
    quit()
    await vi.advanceTimersByTimeAsync(2900)
    expect(seen).toEqual(['disposed'])
    saved()
    await vi.advanceTimersByTimeAsync(1000)
    expect(exits).toEqual([0])
    expect(seen).toEqual(['disposed', 'saved', 'last, exits: 0'])
  } finally {
    vi.useRealTimers()
  }
})

test('takes the last step even if something never ends, and does not wait for ever for it', async () => {
  vi.useFakeTimers()
  try {
    const { shutdown, exits } = setUp()
    let isTaken = false
    shutdown.register({ dispose: () => new Promise(() => undefined) })
    shutdown.last(() => {
      isTaken = true
      return new Promise(() => undefined)
    })
    shutdown.exit(3)
    await vi.advanceTimersByTimeAsync(2900)
    expect(isTaken).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(isTaken).toBe(true)
    expect(exits).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(exits).toEqual([3])
  } finally {
    vi.useRealTimers()
  }
})
