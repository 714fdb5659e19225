import { describe, expect, it } from 'vitest'
import { both, market, openDesk, settle } from './session-desk'

describe('pings', () => {
  it('are sent every few seconds and measure the round trip', async () => {
    const desk = openDesk()
    desk.service.latency = 35
    const socket = await desk.serve(market('A'))
    await desk.pass(60_000)
    expect(socket.pings).toBeGreaterThanOrEqual(14)
    expect(socket.pings).toBeLessThanOrEqual(16)
    expect(desk.session.status.roundTrip).toBe(35)
    expect(socket.state).toBe('open')
  })

  it('end the connection within ten seconds if two are missed', async () => {
    for (const before of [0, 1000, 3900, 4100, 9000]) {
      const desk = openDesk()
      const socket = await desk.serve(market('A'))
      await desk.pass(before, 10)
      desk.service.responsive = false
      desk.service.answersPings = false
      const from = desk.clock.monotonic()
      while (socket.state === 'open') await desk.pass(10, 10)
      const took = desk.clock.monotonic() - from
      expect(took, `after ${before}`).toBeLessThanOrEqual(10_100)
      expect(took).toBeGreaterThan(5900)
      expect(socket.endedBy).toBe('terminate')
      expect(desk.session.status.problem?.code).toBe('stream.dead')
    }
  })

  it('tolerate one miss and any data', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.answersPings = false
    for (let second = 0; second < 60; second += 1) {
      socket.sendData('A')
      await desk.pass(1000)
    }
    expect(socket.state).toBe('open')
    await desk.pass(7000)
    expect(socket.state).toBe('open')
    socket.pong()
    await desk.pass(5000)
    expect(socket.state).toBe('open')
  })
})

describe('a silent connection', () => {
  it('is fine if the quiet service answers', async () => {
    const desk = openDesk()
    const socket = await desk.serve(...both('A'))
    await desk.pass(300_000)
    expect(desk.session.status.phase).toBe('subscribed')
    expect(desk.phases()).toEqual(['connecting', 'open', 'subscribed'])
    expect(socket.lists).toBeGreaterThan(50)
    expect(desk.clock.monotonic() - desk.session.lastFrameAt!).toBeLessThan(10_000)
    expect(desk.clock.monotonic() - desk.session.lastDataAt!).toBeGreaterThan(290_000)
  })

  it('is degraded at the limit and closed at twice the limit', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(1500)
    desk.service.responsive = false
    const lastFrameAt = desk.session.lastFrameAt!
    while (desk.session.status.phase === 'subscribed') await desk.pass(10, 10)
    expect(desk.session.status.phase).toBe('degraded')
    expect(desk.session.status.sentence).toBe('The connection is open, but no data is arriving.')
    expect(desk.clock.monotonic() - lastFrameAt).toBe(10_000)
    expect(socket.pings).toBeGreaterThan(0)
    while (desk.session.status.phase === 'degraded') await desk.pass(10, 10)
    expect(desk.clock.monotonic() - lastFrameAt).toBe(20_000)
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'stream.silent' } })
    expect(socket.endedBy).toBe('terminate')
  })

  it('ends with an understood frame, not with pongs', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.responsive = false
    await desk.pass(12_000)
    expect(desk.session.status.phase).toBe('degraded')
    socket.pong()
    expect(desk.session.status.phase).toBe('degraded')
    socket.say({ type: 'notice' })
    expect(desk.session.status.phase).toBe('degraded')
    socket.sendData('A')
    expect(desk.session.status).toMatchObject({ phase: 'subscribed', problem: null })
  })

  it('waits for pending acknowledgements', async () => {
    const desk = openDesk()
    desk.service.responsive = false
    const socket = await desk.serve(market('A'))
    await desk.pass(29_000)
    expect(desk.session.status.phase).toBe('degraded')
    expect(socket.state).toBe('open')
    await desk.pass(2000)
    expect(socket.state).toBe('ended')
  })

  it('applies a new limit', async () => {
    let limit = 60_000
    const desk = openDesk({ staleAfter: () => limit })
    await desk.serve(market('A'))
    desk.service.responsive = false
    await desk.pass(20_000)
    expect(desk.session.status.phase).toBe('subscribed')
    limit = 2000
    await desk.pass(20_000)
    expect(desk.phases()).toContain('waiting')
  })

  it('is silent or not by a limit that changes while nothing arrives', async () => {
    let limit = 10_000
    const desk = openDesk({ staleAfter: () => limit })
    await desk.serve(market('A'))
    desk.service.responsive = false
    const change = (seconds: number) => {
      limit = seconds * 1000
      desk.session.staleLimitChanged()
      return desk.session.status.phase
    }
    await desk.pass(4000)
    expect(change(3)).toBe('degraded')
    expect(change(10)).toBe('subscribed')
    await desk.pass(6500)
    expect(desk.session.status.phase).toBe('degraded')
    expect(change(60)).toBe('subscribed')
    await desk.pass(49_000)
    expect(desk.session.status.phase).toBe('subscribed')
    await desk.pass(1000)
    expect(desk.session.status.phase).toBe('degraded')
  })

  it('can be reconnected by the user', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    desk.service.responsive = false
    await desk.pass(12_000)
    desk.session.retryNow()
    await settle()
    expect(socket.state).toBe('ended')
    expect(desk.service.alive).toHaveLength(1)
  })
})

describe('sleep', () => {
  it('reconnects at once on wake-up', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(60_000)
    desk.session.woke()
    await settle()
    desk.session.woke()
    await settle()
    expect(socket.endedBy).toBe('terminate')
    expect(desk.events.at(-1)).toBe('lost')
    expect(desk.service.alive).toHaveLength(1)
    expect(desk.service.sockets).toHaveLength(2)
    desk.service.last.accept()
    await desk.pass(2000)
    expect(desk.session.status.phase).toBe('subscribed')
  })

  it('ends a wait or a pending attempt', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    socket.end(1013)
    desk.session.woke()
    await settle()
    expect(desk.session.status.phase).toBe('connecting')
    await desk.pass(5000)
    const hanging = desk.service.last
    desk.session.woke()
    await settle()
    expect(hanging.state).toBe('ended')
    expect(desk.service.alive).toHaveLength(1)
  })

  it('is detected by a late timer', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(5000)
    desk.clock.jump(3_600_000)
    desk.clock.advance(1)
    await settle()
    expect(socket.endedBy).toBe('terminate')
    expect(desk.session.status).toMatchObject({ phase: 'connecting' })
    expect(desk.service.alive).toHaveLength(1)
  })

  it('is detected by the wall clock', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(5000)
    desk.clock.setForward(3_600_000)
    await desk.pass(5000)
    expect(socket.endedBy).toBe('terminate')
  })

  it('is not a clock set back', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(5000)
    desk.clock.setForward(-3_600_000)
    await desk.pass(60_000)
    expect(socket.state).toBe('open')
  })

  it('is not a short stall', async () => {
    const desk = openDesk({ staleAfter: () => 1_000_000 })
    const socket = await desk.serve(market('A'))
    await desk.pass(5000)
    desk.service.responsive = false
    desk.service.answersPings = false
    await desk.pass(4500)
    desk.clock.jump(8000)
    desk.clock.advance(1)
    await settle()
    expect(socket.state).toBe('open')
    desk.service.answersPings = true
    await desk.pass(30_000)
    expect(socket.state).toBe('open')
  })

  it.each([10_000, 2000])('leaves the service its time to answer within %i', async (limit) => {
    const desk = openDesk({ staleAfter: () => limit })
    const socket = await desk.serve(market('A'))
    await desk.pass(4900)
    desk.clock.jump(9000)
    desk.clock.advance(1)
    await desk.pass(30_000)
    expect(socket.state).toBe('open')
    expect(desk.session.status.phase).toBe('subscribed')
  })

  it('checks another network at once', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('A'))
    await desk.pass(5000)
    const { pings } = socket
    desk.session.networkChanged()
    expect(socket.pings).toBe(pings + 1)
    socket.end(1013)
    desk.session.networkChanged()
    await settle()
    expect(desk.service.sockets).toHaveLength(2)
    for (let flaps = 0; flaps < 200; flaps += 1) {
      desk.session.networkChanged()
      await settle()
      for (const each of desk.service.alive) each.end(1006)
    }
    expect(desk.service.sockets.length).toBeLessThanOrEqual(20)
  })
})
