import { describe, expect, it } from 'vitest'
import { both, market, openDesk, settle } from './session-desk'

const networkFault = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

describe('connecting', () => {
  it('goes from idle to subscribed, each phase with a sentence', async () => {
    const desk = openDesk()
    expect(desk.session.status).toMatchObject({ phase: 'idle', attempt: 0 })
    const socket = await desk.serve(...both('BTCUSD', 'ETHUSD'))
    expect(desk.phases()).toEqual(['connecting', 'open', 'subscribed'])
    expect(desk.session.status).toMatchObject({
      sentence: 'Connected and subscribed to 2 markets.',
      problem: null
    })
    expect(desk.statuses.map(({ sentence }) => sentence)).toContain('Connecting to stream.example.')
    expect(socket.request).toMatchObject({ token: 'token-1', maxBytes: 8 * 1024 * 1024 })
    for (const { sentence } of desk.statuses) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  it('stays open without subscriptions', async () => {
    const desk = openDesk()
    const socket = await desk.serve()
    await desk.pass(4000)
    expect(desk.session.status.phase).toBe('open')
    expect(socket.changes).toEqual([])
  })

  it('needs a valid token before every handshake', async () => {
    const desk = openDesk()
    await desk.serve(market('BTCUSD'))
    for (let handshakes = 1; handshakes < 5; handshakes += 1) {
      expect(desk.tokens.asked).toBe(handshakes)
      desk.service.last.end(1001)
      await desk.pass(20_000)
      desk.service.last.accept()
    }
  })

  it('ignores a second start', async () => {
    const desk = openDesk()
    desk.session.start()
    desk.session.start()
    await settle()
    expect(desk.service.sockets).toHaveLength(1)
  })
})

describe('the end of a connection', () => {
  it.each([
    [1000, 'normal'],
    [1001, 'going-away'],
    [1002, 'protocol'],
    [1003, 'unacceptable'],
    [1005, 'no-reason'],
    [1006, 'lost'],
    [1007, 'bad-text'],
    [1008, 'policy'],
    [1009, 'too-large'],
    [1011, 'server-error'],
    [1012, 'restart'],
    [1013, 'try-later'],
    [4321, '4321'],
    [2999, '2999']
  ])('waits and reconnects after close %i', async (code, name) => {
    const desk = openDesk()
    const socket = await desk.serve(market('BTCUSD'))
    socket.end(code, 'because\n\u202Ethey said so')
    const { phase, problem, retryAt, sentence } = desk.session.status
    expect(phase).toBe('waiting')
    expect(problem?.code).toBe(`stream.close.${name}`)
    expect(sentence).toContain('It says: because they said so')
    expect(retryAt).toBeGreaterThanOrEqual(desk.clock.wall())
    expect(desk.events.at(-1)).toBe('lost')
    await desk.pass(20_000)
    expect(desk.service.sockets).toHaveLength(2)
  })

  it('respects 1013 and Retry-After', async () => {
    const desk = openDesk({}, () => 0)
    const socket = await desk.serve(market('BTCUSD'))
    socket.end(1013)
    await desk.pass(2900)
    expect(desk.service.sockets).toHaveLength(1)
    await desk.pass(500)
    expect(desk.service.sockets).toHaveLength(2)
    desk.service.last.refuse(503, '', '45')
    await desk.pass(44_000)
    expect(desk.service.sockets).toHaveLength(2)
    await desk.pass(2000)
    expect(desk.service.sockets).toHaveLength(3)
    const date = new Date(desk.clock.wall() + 30_000).toUTCString()
    desk.service.last.refuse(429, '', date)
    expect(desk.session.status.problem?.code).toBe('stream.limited')
    await desk.pass(28_000)
    expect(desk.service.sockets).toHaveLength(3)
    await desk.pass(4000)
    expect(desk.service.sockets).toHaveLength(4)
  })

  it('reports a network error with the network’s message', async () => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.fail(networkFault('ECONNREFUSED'))
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'network.refused' } })
    await desk.pass(1000)
    desk.service.last.fail(networkFault('CERT_HAS_EXPIRED'))
    expect(desk.session.status).toMatchObject({
      phase: 'refused',
      problem: { code: 'network.certificate-date' }
    })
    await desk.pass(76_000)
    expect(desk.service.sockets).toHaveLength(3)
  })

  it.each(['woke', 'networkChanged'] as const)('retries a network-specific error after %s', async (sign) => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.fail(networkFault('CERT_HAS_EXPIRED'))
    expect(desk.session.status.phase).toBe('refused')
    desk.session[sign]()
    await settle()
    expect(desk.service.sockets).toHaveLength(2)
    desk.service.last.accept()
    expect(desk.session.status.phase).toBe('open')
  })

  it('resubscribes everything if a reader throws', async () => {
    const desk = openDesk()
    const socket = await desk.serve(market('BTCUSD'))
    desk.setLook(() => {
      throw new Error('half done')
    })
    socket.sendData('BTCUSD')
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'stream.reader' } })
    expect(socket.endedBy).toBe('terminate')
  })
})

describe('stopping', () => {
  it('leaves no timer, socket or event, from every phase', async () => {
    const phases: Record<string, (desk: ReturnType<typeof openDesk>) => Promise<void> | void> = {
      connecting: async (desk) => {
        desk.session.start()
        await settle()
      },
      token: (desk) => desk.session.start(),
      subscribed: async (desk) => void (await desk.serve(...both('BTCUSD'))),
      waiting: async (desk) => (await desk.serve(market('BTCUSD'))).end(1006),
      refused: async (desk) => {
        desk.session.start()
        await settle()
        desk.service.last.refuse(404)
      },
      degraded: async (desk) => {
        await desk.serve(market('BTCUSD'))
        desk.service.responsive = false
        await desk.pass(12_000)
        expect(desk.session.status.phase).toBe('degraded')
      }
    }
    for (const [name, reach] of Object.entries(phases)) {
      const desk = openDesk()
      await reach(desk)
      desk.session.stop()
      await settle()
      expect(desk.session.status, name).toMatchObject({ phase: 'idle', retryAt: null, attempt: 0 })
      expect(desk.service.alive, name).toEqual([])
      // The rest is the service's delay.
      desk.clock.advance(desk.service.latency)
      expect(desk.clock.waiting, name).toBe(0)
      const count = desk.events.length
      for (const speak of desk.service.late) speak()
      for (const { events } of desk.service.sockets) {
        events.opened()
        events.frame(new TextEncoder().encode('{}'), false)
        events.refused(403, '', null)
        events.closed({ code: 1006, reason: '', problem: null })
      }
      await desk.pass(120_000, 5000)
      expect(desk.events, name).toHaveLength(count)
      expect(desk.service.alive, name).toEqual([])
      expect(desk.session.status.phase, name).toBe('idle')
    }
  })

  it('ignores the old socket', async () => {
    const desk = openDesk()
    const { events } = await desk.serve(market('A'))
    await desk.pass(5000)
    desk.session.woke()
    await settle()
    desk.service.last.accept()
    await desk.pass(2000)
    const [eventsBefore, statusesBefore] = [[...desk.events], [...desk.statuses]]
    let reads = 0
    desk.setLook(() => (reads += 1))
    events.opened()
    events.frame(new TextEncoder().encode('{"type":"subscription_list","channels":[]}'), false)
    events.pong()
    events.refused(403, '', null)
    events.closed({ code: 1011, reason: '', problem: null })
    expect(reads).toBe(0)
    expect(desk.events).toEqual(eventsBefore)
    expect(desk.statuses).toEqual(statusesBefore)
    expect(desk.service.last.state).toBe('open')
  })

  it('sends a close frame, and can start again', async () => {
    const desk = openDesk()
    const first = await desk.serve(...both('BTCUSD'))
    desk.session.stop()
    expect(first.endedBy).toBe('close')
    const second = await desk.serve(...both('BTCUSD'))
    expect(second).not.toBe(first)
    await desk.pass(1000)
    expect(second.changes).toEqual(['subscribe book BTCUSD trades BTCUSD'])
    expect(desk.session.status.phase).toBe('subscribed')
  })
})
