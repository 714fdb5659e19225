import { describe, expect, it } from 'vitest'
import { both, market, openDesk, settle } from './session-desk'

const listed = (...names: string[]) => ({
  type: 'subscription_list',
  channels: names.map((name) => ({ type: 'market_data', params: { market: name } }))
})

describe('the service’s list', () => {
  it('is requested at least once a minute', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    for (let second = 0; second < 300; second += 1) {
      socket.sendData('A')
      await desk.pass(1000, 1000)
    }
    expect(socket.lists).toBeGreaterThanOrEqual(5)
    expect(socket.lists).toBeLessThanOrEqual(7)
  })

  it('restores lost subscriptions and ends extra ones', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'), market('B'))
    await desk.pass(1500)
    socket.channels.delete('market_data A')
    socket.channels.set('execution_data Z', { type: 'execution_data', params: { market: 'Z' } })
    for (let second = 0; second < 70; second += 1) {
      socket.sendData('B')
      await desk.pass(1000)
    }
    expect(socket.changes.slice(1).sort()).toEqual(['subscribe book A', 'unsubscribe trades Z'])
    expect(desk.events.filter((text) => text.endsWith('book A')).slice(1)).toEqual([
      'closing book A',
      'closed book A',
      'subscribed book A'
    ])
    expect([...socket.channels.keys()].sort()).toEqual(['market_data A', 'market_data B'])
  })

  it('ignores later requests', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(1500)
    desk.service.responsive = false
    await desk.pass(6000)
    const { lists } = socket
    desk.session.desire([market('A'), market('B')])
    await desk.pass(500)
    expect(socket.changes.at(-1)).toBe('subscribe book B')
    expect(socket.lists).toBe(lists)
    socket.say(listed('A'))
    expect(desk.session.describe().channels.map(({ state }) => state)).toEqual(['subscribed', 'subscribing'])
    socket.say({
      type: 'subscribe',
      channels: [{ type: 'market_data', params: { market: 'B' }, success: true }]
    })
    await desk.pass(500)
    expect(desk.events.slice(-1)).toEqual(['subscribed book B'])
    expect(desk.events).not.toContain('closed book B')
  })

  it('is optional', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    const responsive = socket.answer.bind(socket)
    socket.answer = (text) =>
      text.includes('subscription_list')
        ? socket.say({ type: 'error', error: 'UNKNOWN_ACTION' })
        : responsive(text)
    await desk.pass(120_000, 500)
    expect(desk.phases()).toEqual(['connecting', 'open', 'subscribed'])
    expect(socket.lists).toBeGreaterThan(20)
  })

  it('is requested again if missing', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(2000)
    desk.service.responsive = false
    const { lists } = socket
    for (let second = 0; second < 200; second += 1) {
      socket.sendData('A')
      await desk.pass(1000)
    }
    expect(socket.lists - lists).toBeGreaterThanOrEqual(2)
    expect(socket.state).toBe('open')
  })

  it('is not trusted if the service contradicts it', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(1500)
    const responsive = socket.answer.bind(socket)
    socket.answer = (text) => (text.includes('subscription_list') ? socket.say(listed()) : responsive(text))
    await desk.pass(600_000, 500)
    expect(socket.state).toBe('open')
    expect(socket.changes.length).toBeLessThanOrEqual(4)
    expect(desk.session.status.phase).toBe('subscribed')
  })
})

describe('resync', () => {
  it('unsubscribes and subscribes once, however often it is requested', async () => {
    const desk = openDesk()
    const socket = await desk.serve(...both('A', 'B'))
    for (let times = 0; times < 5; times += 1) desk.session.resync('A')
    await desk.pass(1000)
    for (let times = 0; times < 5; times += 1) desk.session.resync('A')
    await desk.pass(1000, 10)
    expect(desk.session.status.phase).toBe('subscribed')
    await desk.pass(10_000)
    expect(socket.changes.slice(1)).toEqual(['unsubscribe book A', 'subscribe book A'])
    expect(desk.events.slice(-3)).toEqual(['closing book A', 'closed book A', 'subscribed book A'])
    expect(desk.phases().filter((phase) => phase === 'open')).toHaveLength(1)
  })

  it('merges several markets', async () => {
    const desk = openDesk()
    const socket = await desk.serve(...both('A', 'B', 'C'))
    desk.session.resync('A')
    desk.session.resync('C')
    desk.session.resync('UNKNOWN')
    await desk.pass(5000)
    expect(socket.changes.slice(1)).toEqual(['unsubscribe book A book C', 'subscribe book A book C'])
  })

  it('reconnects if unanswered', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'), market('B'))
    await desk.pass(2000)
    desk.service.responsive = false
    desk.session.resync('A')
    for (let second = 0; second < 32 && socket.state === 'open'; second += 1) {
      socket.sendData('B')
      await desk.pass(1000)
    }
    expect(socket.endedBy).toBe('terminate')
    expect(desk.statuses.map(({ problem }) => problem?.code)).toContain('stream.resync')
  })

  it('repeats a lost unsubscribe', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(2000)
    desk.service.responsive = false
    desk.session.resync('A')
    await desk.pass(500)
    while (socket.sent.at(-1)?.type !== 'subscription_list') await desk.pass(250)
    desk.service.responsive = true
    socket.answer('{"type":"subscription_list"}')
    await desk.pass(5000)
    expect(socket.changes.slice(1)).toEqual(['unsubscribe book A', 'unsubscribe book A', 'subscribe book A'])
    expect(desk.events.at(-1)).toBe('subscribed book A')
    expect(desk.service.sockets).toHaveLength(1)
  })

  it('has its own time limit during a subscription', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'), market('B'))
    desk.session.resync('A')
    socket.say({ type: 'subscribe', channels: [{ success: true }, { success: true }] })
    await desk.pass(1500)
    expect(socket.changes.at(-1)).toBe('unsubscribe book A')
    for (let second = 0; second < 31; second += 1) {
      socket.sendData('B')
      await desk.pass(1000)
    }
    expect(socket.state).toBe('ended')
    expect(desk.statuses.map(({ problem }) => problem?.code)).toContain('stream.resync')
  })

  it('ignores the rest of an answer after disconnecting', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'), market('B'))
    desk.service.responsive = false
    desk.session.resync('A')
    desk.session.resync('B')
    await desk.pass(1000)
    socket.say({
      type: 'unsubscribe',
      channels: [{ success: false, error: 'UNKNOWN_ACTION' }, { success: true }]
    })
    expect(desk.events.slice(-3)).toEqual(['closing book A', 'closing book B', 'lost'])
  })

  it('is dropped for an undesired market', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'), market('B'))
    await desk.pass(2000)
    desk.service.responsive = false
    desk.session.resync('A')
    await desk.pass(500)
    desk.session.desire([market('B')])
    for (let second = 0; second < 50; second += 1) {
      socket.sendData('B')
      await desk.pass(1000)
    }
    expect(socket.state).toBe('open')
  })

  it('reconnects if refused', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.responsive = false
    desk.session.resync('A')
    await desk.pass(1000)
    const channels = [
      { type: 'market_data', params: { market: 'A' }, success: false, error: 'INTERNAL_SERVER_ERROR' }
    ]
    socket.say({ type: 'unsubscribe', channels })
    expect(socket.endedBy).toBe('terminate')
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'stream.resync' } })
  })

  it('disconnects from a service that calls every subscription superfluous', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.responsive = false
    desk.session.resync('A')
    for (let turn = 0; turn < 20 && socket.state === 'open'; turn += 1) {
      const last = socket.sent.at(-1)!
      socket.sent.length = 0
      if (last && last.type !== 'subscription_list') {
        const success = last.type === 'unsubscribe'
        const channels = [{ type: 'market_data', success, ...(success ? {} : { error: 'NO_EFFECT_ACTION' }) }]
        socket.say({ type: last.type, channels })
      }
      await desk.pass(1000)
    }
    expect(socket.endedBy).toBe('terminate')
    expect(desk.statuses.map(({ problem }) => problem?.code)).toContain('stream.resync')
  })

  it('does nothing while disconnected', async () => {
    const desk = openDesk()
    desk.session.desire([market('A')])
    desk.session.resync('A')
    await desk.serve(market('A'))
    await desk.pass(5000)
    expect(desk.service.last.changes).toEqual(['subscribe book A'])
    await settle()
  })
})
