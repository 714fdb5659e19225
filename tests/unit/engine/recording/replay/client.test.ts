import { expect, test } from 'vitest'
import { ReplayClient } from '#engine/recording/replay/client'
import type { ReplayRequest } from '#engine/recording/replay/messages'
import { HandClock } from '../../hand-clock'

const options = { speed: 25, range: { in: 3, out: 8, loop: true } } as const
const opening = {
  folder: '/log',
  profileId: 'desk',
  connection: 'Desk',
  environment: 'local',
  at: 5,
  options
}

function start() {
  const clock = new HandClock()
  const sent: ReplayRequest[] = []
  let [reply, end] = [(_message: unknown) => {}, () => {}]
  let kills = 0
  let conditions = { visible: true, interval: 0, staleAfter: 10_000 }
  const client = new ReplayClient(
    {
      clock,
      conditions: () => conditions,
      spawn: () => ({
        send: (request) => sent.push(request),
        onReply: (listener) => void (reply = listener),
        onEnd: (listener) => void (end = listener),
        kill: () => void (kills += 1)
      })
    },
    opening
  )
  return {
    clock,
    client,
    sent,
    reply: (message: unknown) => reply(message),
    end: () => end(),
    set: (changed: Partial<typeof conditions>) => (conditions = { ...conditions, ...changed }),
    kills: () => kills
  }
}

const stateAt = (at: number) => ({ phase: 'paused', at })

test('opens with the conditions, and answers calls in any order', async () => {
  const { client, sent, reply } = start()
  expect(client.state).toMatchObject({ phase: 'seeking', at: 5, exactAt: '5000000', connection: 'Desk' })
  expect(client.state).toMatchObject({ speed: 25, rangeIn: 3, rangeOut: 8, loop: true })
  const opened = client.open()
  const sought = client.call('seek', { at: 7 })
  const played = client.call('play', undefined)
  expect(sent).toEqual([
    { kind: 'open', id: 1, ...opening, conditions: { visible: true, interval: 0, staleAfter: 10_000 } },
    { kind: 'call', id: 2, method: 'seek', payload: { at: 7 } },
    { kind: 'call', id: 3, method: 'play', payload: undefined }
  ])
  reply({ kind: 'answer', id: 3, result: { ok: true, value: 'played' }, state: null })
  expect(await played).toBe('played')
  const error = { code: 'replay.damaged', sentence: 'Damaged.', retryable: false }
  reply({ kind: 'answer', id: 2, result: { ok: false, error }, state: stateAt(6) })
  await expect(sought).rejects.toThrow('Damaged.')
  expect(client.state).toEqual(stateAt(6))
  reply({ kind: 'answer', id: 1, result: { ok: true, value: null }, state: stateAt(7) })
  await opened
  client.dispose()
})

test('reports states, and ignores what is none', () => {
  const { client, reply } = start()
  let [changes, overviews] = [0, 0]
  client.onChange(() => (changes += 1))
  client.onOverviewChange(() => (overviews += 1))
  reply({ kind: 'state', state: stateAt(9) })
  expect(client.state).toEqual(stateAt(9))
  for (const message of [null, 'state', { kind: 'state' }, { kind: 'state', state: { phase: 1 } }, {}])
    reply(message)
  expect(client.state).toEqual(stateAt(9))
  reply({ kind: 'overview' })
  expect([changes, overviews]).toEqual([1, 1])
  client.dispose()
})

test('a process that ends fails what waits, and says so', async () => {
  const { client, end } = start()
  const opened = client.open()
  end()
  await expect(opened).rejects.toThrow('replay.stopped')
  await expect(client.call('play', undefined)).rejects.toThrow('replay.stopped')
  expect(client).toMatchObject({ hasEnded: true })
  expect(client.state).toMatchObject({
    phase: 'failed',
    problem: 'The replay stopped unexpectedly. Open it again, or go back to live.'
  })
})

test('a process that is silent for long is ended, but not one that says it is alive', async () => {
  const { client, clock, reply, kills } = start()
  const opened = client.open()
  for (let second = 0; second < 60; second++) {
    clock.advance(1000)
    reply({ kind: 'alive' })
  }
  expect(kills()).toBe(0)
  clock.advance(15_000)
  expect(kills()).toBe(1)
  await expect(opened).rejects.toThrow('replay.hung')
  expect(client.state.phase).toBe('failed')
})

test('a process that starts slowly is not ended, but one that never does is', async () => {
  const { client, clock, kills } = start()
  const opened = client.open()
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) clock.advance(1000)
  }
  pass(50)
  expect(kills()).toBe(0)
  pass(20)
  expect(kills()).toBe(1)
  await expect(opened).rejects.toThrow('replay.hung')
})

test('conditions are sent when they changed', () => {
  const { client, sent, set, clock } = start()
  void client.open().catch(() => undefined)
  client.follow()
  expect(sent.length).toBe(1)
  set({ visible: false })
  client.follow()
  set({ interval: 33 })
  clock.advance(1000)
  expect(sent.slice(1)).toEqual([
    { kind: 'conditions', conditions: { visible: false, interval: 0, staleAfter: 10_000 } },
    { kind: 'conditions', conditions: { visible: false, interval: 33, staleAfter: 10_000 } }
  ])
  client.dispose()
})

test('ending it on purpose does not report a failure', async () => {
  const { client, kills, clock } = start()
  const phases: string[] = []
  client.onChange(() => phases.push(client.state.phase))
  const opened = client.open()
  client.dispose()
  await expect(opened).rejects.toThrow('replay.closed')
  expect([phases, kills(), clock.waiting]).toEqual([[], 1, 0])
})
