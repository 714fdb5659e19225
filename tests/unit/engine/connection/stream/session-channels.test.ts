import { describe, expect, it } from 'vitest'
import { both, market, openDesk, settle } from './session-desk'

describe('subscriptions', () => {
  it('are merged into one request per turn', async () => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.accept()
    for (let count = 1; count <= 50; count += 1) {
      desk.session.desire(Array.from({ length: count }, (_, index) => both(`M${index}`)).flat())
    }
    await desk.pass(5000)
    const { sent } = desk.service.last
    expect(sent[0]?.channels).toHaveLength(100)
    expect(desk.service.last.changes).toHaveLength(1)
  })

  it('are paced to one request a second', async () => {
    const desk = openDesk()
    const socket = await desk.serve(...both('A'))
    for (let turn = 0; turn < 40; turn += 1) {
      desk.session.desire(both('A', `B${turn}`, `C${turn % 3}`))
      if (turn % 4 === 0) desk.session.resync('A')
      await desk.pass(130, 130)
    }
    await desk.pass(10_000)
    const at = socket.sentAt.filter((_, index) => socket.sent[index]?.type !== 'subscription_list')
    for (let index = 1; index < at.length; index += 1) {
      expect(at[index]! - at[index - 1]!).toBeGreaterThanOrEqual(1000)
    }
    expect([...socket.channels.keys()].sort()).toEqual(
      ['A', 'B39', 'C0'].flatMap((name) => [`execution_data ${name}`, `market_data ${name}`]).sort()
    )
  })

  it('are paced across connections', async () => {
    const desk = openDesk({}, () => 0)
    const first = await desk.serve(market('A'))
    first.end(1001)
    await settle()
    desk.clock.advance(1)
    await settle()
    desk.service.last.accept()
    await desk.pass(3000)
    expect(desk.service.last).not.toBe(first)
    expect(desk.service.last.sentAt[0]! - first.sentAt[0]!).toBeGreaterThanOrEqual(1000)
  })

  it('are renewed in one request after a reconnect, and confirmed by the list', async () => {
    const desk = openDesk()
    const first = await desk.serve(...both('A', 'B'))
    first.end(1006)
    await desk.pass(2000)
    desk.service.last.accept()
    await desk.pass(3000)
    const second = desk.service.last
    expect(second.changes).toEqual(['subscribe book A trades A book B trades B'])
    expect(second.lists).toBe(1)
    expect(desk.events.slice(5)).toEqual(['lost', ...desk.events.slice(0, 5)])
  })

  it('drop requests of the previous connection', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const first = await desk.serve(market('A'))
    expect(desk.session.describe().owed).toBe(1)
    first.end(1006)
    expect(desk.session.describe().owed).toBe(0)
    await desk.pass(2000)
    desk.service.last.accept()
    await desk.pass(1000)
    desk.service.last.say({ type: 'subscribe', channels: [{ success: true }] })
    expect(desk.events).toEqual(['opened', 'lost', 'opened', 'subscribed book A'])
  })

  it('are ended when no longer desired', async () => {
    const desk = openDesk()
    const socket = await desk.serve(...both('A', 'B'))
    desk.session.desire(both('B'))
    await desk.pass(2000)
    expect(socket.changes[1]).toBe('unsubscribe book A trades A')
    expect(desk.events.slice(-4)).toEqual([
      'closing book A',
      'closing trades A',
      'closed book A',
      'closed trades A'
    ])
    expect(desk.session.describe().channels.map(({ market: name }) => name)).toEqual(['B', 'B'])
  })

  it('are renewed when desired again, for a snapshot', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'), market('B'))
    desk.session.desire([market('B')])
    desk.session.desire([market('A'), market('B')])
    await desk.pass(3000)
    expect(socket.changes.slice(1)).toEqual(['unsubscribe book A', 'subscribe book A'])
    expect(desk.events.slice(-3)).toEqual(['closing book A', 'closed book A', 'subscribed book A'])
  })
})

describe('a temporarily declined channel', () => {
  const decline = (error?: string) => ({
    type: 'market_data',
    params: { market: 'A' },
    success: false,
    ...(error && { error })
  })

  it.each([
    ['INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR'],
    ['MARKET_HALTED', 'MARKET_HALTED'],
    [undefined, 'UNSPECIFIED']
  ])('is reported and retried after error %s', async (error, code) => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    socket.say({ type: 'subscribe', channels: [decline(error)] })
    expect(desk.events).toEqual(['opened', `declined book A ${code}`])
    expect(desk.session.describe().channels[0]).toMatchObject({ state: 'absent', code })
    await desk.pass(1500)
    expect(socket.changes).toHaveLength(2)
    socket.say({ type: 'subscribe', channels: [{ ...decline(), success: true }] })
    expect(desk.events.at(-1)).toBe('subscribed book A')
    expect(desk.session.describe().channels[0]).toMatchObject({ state: 'subscribed', code: null })
  })

  it.each([true, false])('is detected from an error alone (which names the channel: %s)', async (named) => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    const channel = { type: 'market_data', params: { market: 'A' } }
    socket.say({ type: 'error', error: 'INTERNAL_SERVER_ERROR', ...(named && { channels: [channel] }) })
    await desk.pass(500)
    socket.say({ type: 'subscription_list', channels: [] })
    expect(desk.events.slice(1)).toEqual(['declined book A INTERNAL_SERVER_ERROR'])
  })

  it('is not declined if the list contains it', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    socket.say({ type: 'error', error: 'INTERNAL_SERVER_ERROR' })
    await desk.pass(500)
    socket.say({ type: 'subscription_list', channels: [{ type: 'market_data', params: { market: 'A' } }] })
    expect(desk.events.slice(1)).toEqual(['subscribed book A'])
  })
})

describe('acknowledgements', () => {
  it('are matched by index without names', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(...both('A', 'NO'))
    const results = [
      { type: 'market_data', success: true },
      { type: 'execution_data', success: true },
      { type: 'market_data', success: false, error: 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION' },
      { success: false, error: 'UNKNOWN_CHANNEL' }
    ]
    socket.say({ type: 'subscribe', channels: results })
    expect(desk.events).toEqual([
      'opened',
      'subscribed book A',
      'subscribed trades A',
      'refused book NO UNKNOWN_CHANNEL_PARAMS_CONFIGURATION',
      'refused trades NO UNKNOWN_CHANNEL'
    ])
  })

  it('are matched by name in any order', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'), market('B'), market('C'))
    const named = (name: string, success: boolean) => ({
      type: 'market_data',
      params: { market: name },
      success
    })
    socket.say({ type: 'subscribe', channels: [named('C', true), named('Z', false), named('A', true)] })
    // B was skipped, so the list is requested.
    expect(desk.events).toEqual(['opened', 'subscribed book A', 'subscribed book C'])
    await desk.pass(250)
    expect(socket.lists).toBe(1)
    const listed = ['A', 'B', 'C'].map((name) => ({ type: 'market_data', params: { market: name } }))
    socket.say({ type: 'subscription_list', channels: listed })
    expect(desk.events.at(-1)).toBe('subscribed book B')
  })

  it.each([
    ['nothing but success', [{ success: true }]],
    ['the type alone', [{ type: 'market_data', success: true }]],
    ['the market alone', [{ params: { market: 'A' }, success: true }]],
    [
      'a stranger first',
      [{ type: 'market_data', params: { market: 'Z' }, success: false }, { success: true }]
    ]
  ])('with %s', async (_name, channels) => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(...(channels.length === 2 ? [market('B'), market('A')] : [market('A')]))
    socket.say({ type: 'subscribe', channels })
    expect(desk.events).toEqual(['opened', 'subscribed book A'])
  })

  it.each([
    ['another market', { type: 'market_data', params: { market: 'Z' }, success: true }],
    ['another type', { type: 'execution_data', success: true }]
  ])('of %s are no answer to this request', async (_name, result) => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    socket.say({ type: 'subscribe', channels: [result] })
    expect(desk.events).toEqual(['opened'])
    await desk.pass(500)
    expect(socket.lists).toBe(1)
  })

  it('may be late; after thirty seconds the list is requested', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.responsive = false
    desk.session.desire([market('A'), market('B')])
    for (let second = 0; second < 29; second += 1) {
      socket.sendData('A')
      await desk.pass(1000)
    }
    const lists = socket.lists
    expect(desk.events.filter((text) => text.endsWith('B'))).toEqual([])
    for (let second = 0; second < 3; second += 1) {
      socket.sendData('A')
      await desk.pass(1000)
    }
    expect(socket.lists).toBe(lists + 1)
    desk.service.responsive = true
    socket.answer('{"type":"subscription_list"}')
    await desk.pass(3000)
    // Repeated, because the service did not receive it.
    expect(socket.changes.slice(1)).toEqual(['subscribe book B', 'subscribe book B'])
    expect(desk.events.at(-1)).toBe('subscribed book B')
    expect(desk.service.sockets).toHaveLength(1)
  })

  it('end the connection if missing for a minute despite data', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.responsive = false
    desk.session.desire([market('A'), market('B')])
    for (let second = 0; second < 63; second += 1) {
      if (socket.state === 'open') socket.sendData('A')
      await desk.pass(1000)
    }
    expect(socket.endedBy).toBe('terminate')
    expect(desk.statuses.map(({ problem }) => problem?.code)).toContain('stream.deaf')
  })
})
