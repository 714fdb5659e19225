import { describe, expect, it } from 'vitest'
import { streamErrorCodes } from '#shared/wire/stream'
import { both, market, openDesk, settle, trades } from './session-desk'

describe('error messages', () => {
  it('refuse an unknown market until it is desired again', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'), market('NO'))
    await desk.pass(200_000, 1000)
    expect(socket.changes).toEqual(['subscribe book A book NO'])
    expect(desk.events.filter((text) => text.startsWith('refused'))).toEqual([
      'refused book NO UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'
    ])
    expect(desk.session.status).toMatchObject({
      phase: 'subscribed',
      sentence: 'Connected and subscribed to one market.'
    })
    desk.session.desire([market('A')])
    desk.session.desire([market('A'), market('NO')])
    await desk.pass(2000)
    expect(socket.changes.slice(1)).toEqual(['subscribe book NO'])
    socket.end(1001)
    await desk.pass(2000)
    desk.service.last.accept()
    await desk.pass(2000)
    expect(desk.service.last.changes).toEqual(['subscribe book A book NO'])
  })

  it.each([...streamErrorCodes, 'SERVICE_DEGRADED'])('report %s on a channel', async (code) => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(trades('A'), trades('B'))
    socket.say({
      type: 'subscribe',
      channels: [
        { type: 'execution_data', params: { market: 'A' }, success: true },
        { type: 'execution_data', params: { market: 'B' }, success: false, error: code }
      ]
    })
    expect(desk.errors).toEqual([[code, 'trades B']])
    expect(socket.state).toBe('open')
    expect(desk.session.status.phase).toBe('subscribed')
  })

  it.each([...streamErrorCodes, 'SERVICE_DEGRADED'])('keep the socket open: %s', async (code) => {
    const desk = openDesk()
    const socket = await desk.serve(...both('A'))
    socket.say({ type: 'error', error: code })
    socket.say({ type: 'error', code, message: 'words' })
    await desk.pass(5000)
    expect(desk.errors).toEqual([
      [code, null],
      [code, null]
    ])
    expect(socket.state).toBe('open')
    expect(desk.events.slice(3)).toEqual([])
  })

  it('request the list while an answer is pending', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    expect(socket.lists).toBe(0)
    socket.say({ type: 'error', error: 'MALFORMED_REQUEST' })
    await desk.pass(250)
    expect(socket.lists).toBe(1)
  })

  it('replace an acknowledgement: the list is requested, and retries slow down', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    for (let second = 0; second < 60; second += 1) {
      for (const { type } of socket.sent.splice(0)) {
        if (type === 'subscription_list') socket.say({ type, channels: [] })
        else socket.say({ type: 'error', error: 'INTERNAL_SERVER_ERROR' })
      }
      await desk.pass(1000)
    }
    expect(socket.state).toBe('open')
    expect(desk.errors.length).toBeGreaterThan(3)
    expect(desk.errors.length).toBeLessThan(9)
    desk.service.responsive = true
    await desk.pass(40_000)
    expect(desk.events.at(-1)).toBe('subscribed book A')
  })

  it('resubscribe a superfluous channel for its snapshot', async () => {
    const desk = openDesk()
    desk.session.desire(both('A'))
    desk.session.start()
    await settle()
    const socket = desk.service.last
    for (const { type, market: name } of both('A')) {
      socket.channels.set(`${type} ${name}`, { type, params: { market: name } })
    }
    socket.accept()
    await desk.pass(4000)
    expect(socket.changes).toEqual(['subscribe book A trades A', 'unsubscribe book A', 'subscribe book A'])
    expect(desk.events).toEqual([
      'opened',
      'subscribed trades A',
      'closing book A',
      'closed book A',
      'subscribed book A'
    ])
  })
})
