import { describe, expect, it } from 'vitest'
import { both, market, openDesk, settle } from './session-desk'

/** Listeners may act within an event. */
const acts = ['stop', 'retryNow', 'woke', 'restart'] as const
const moments = [
  'connecting',
  'open',
  'subscribed',
  'degraded',
  'waiting',
  'refused',
  'lost',
  'opened'
] as const

describe.each(acts)('%s within an event', (act) => {
  it.each(moments)('%s', async (moment) => {
    const desk = openDesk()
    let armed = true
    const perform = () => {
      if (!armed) return
      armed = false
      if (act === 'stop' || act === 'restart') desk.session.stop()
      if (act === 'restart') desk.session.start()
      if (act === 'retryNow') desk.session.retryNow()
      if (act === 'woke') desk.session.woke()
    }
    desk.onEvent((said) => {
      if (said === moment) perform()
    })
    desk.session.desire(both('A'))
    desk.session.start()
    await settle()
    if (desk.service.sockets.length > 0) desk.service.last.accept()
    await desk.pass(3000)
    desk.service.responsive = false
    await desk.pass(12_000)
    for (const socket of desk.service.alive) socket.end(1011)
    await desk.pass(1000)
    for (const socket of desk.service.alive) socket.refuse(404)
    await settle()
    expect(desk.service.alive.length).toBeLessThanOrEqual(1)
    expect(armed).toBe(false)

    desk.session.stop()
    desk.clock.advance(desk.service.latency)
    expect(desk.service.alive).toEqual([])
    expect(desk.clock.waiting).toBe(0)
    expect(desk.session.status.phase).toBe('idle')
    desk.service.responsive = true
    await desk.serve(market('A'))
    await desk.pass(2000)
    expect(desk.session.status.phase).toBe('subscribed')
  })
})

it('restarts within its end event', async () => {
  const desk = openDesk()
  await desk.serve(market('A'))
  desk.onEvent((said) => {
    if (said === 'lost') desk.session.start()
  })
  desk.session.stop()
  expect(desk.session.status.phase).toBe('connecting')
  await settle()
  expect(desk.service.alive).toHaveLength(1)
})

it('stops within a wake-up event', async () => {
  const desk = openDesk()
  await desk.serve(market('A'))
  await desk.pass(5000)
  desk.onEvent((said) => {
    if (said === 'lost') desk.session.stop()
  })
  desk.session.woke()
  await settle()
  expect(desk.session.status.phase).toBe('idle')
  expect(desk.service.alive).toEqual([])
})
