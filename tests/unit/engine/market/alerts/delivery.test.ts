import { beforeEach, describe, expect, it } from 'vitest'
import type { AlertCondition } from '#shared/contract/market/alerts'
import { AlertBench } from './desk'

let bench: AlertBench
beforeEach(() => {
  bench = new AlertBench().start('A')
  bench.snapshot('A', [['100', '2']], [['101', '3']])
})

const price = (more: Partial<Extract<AlertCondition, { kind: 'price' }>> = {}): AlertCondition => ({
  kind: 'price',
  market: 'A',
  price: '105',
  direction: 'either',
  of: 'last',
  ...more
})
const wide: AlertCondition = { kind: 'spread', market: 'A', basisPoints: '50' }
const valueOf = (name: string, index = -1) =>
  bench.fired.at(index)?.values.find((value) => value.name === name)?.value

describe('a price alert', () => {
  it('fires on a cross, not for a price beyond the line when armed', async () => {
    bench.trade('A', '106', '1')
    await bench.add(price({ direction: 'up' }))
    bench.trade('A', '107', '1')
    expect(bench.fired).toEqual([])
    bench.trade('A', '104.99', '1')
    bench.trade('A', '105', '1')
    expect(bench.fired).toHaveLength(1)
    expect(bench.fired[0]).toMatchObject({
      market: 'A',
      alert: 'alert-1',
      at: bench.clock.wall(),
      seen: false
    })
    expect([valueOf('Last'), valueOf('Before'), valueOf('Crossed')]).toEqual(['105', '104.99', 'upwards'])
    expect([valueOf('Bid'), valueOf('Ask')]).toEqual(['100', '101'])
  })

  it('fires on a cross between two frames', async () => {
    bench.trade('A', '100', '1')
    await bench.add(price({ direction: 'up' }), { pause: 1 })
    bench.trade('A', '110', '1')
    bench.trade('A', '100', '1')
    expect(bench.fired).toHaveLength(1)
  })

  it('treats touching the line as crossing it once', async () => {
    bench.trade('A', '104', '1')
    await bench.add(price(), { pause: 1 })
    bench.trade('A', '105', '1')
    bench.clock.advance(1500)
    bench.trade('A', '106', '1')
    expect(bench.fired).toHaveLength(1)
    bench.trade('A', '105', '1')
    expect(bench.fired).toHaveLength(2)
    expect(valueOf('Crossed')).toBe('downwards')
    bench.clock.advance(1500)
    bench.trade('A', '106', '1')
    bench.trade('A', '104', '1')
    expect(bench.fired).toHaveLength(3)
  })

  it('fires on a cross while not live, with an unknown time', async () => {
    bench.trade('A', '104', '1')
    await bench.add(price({ of: 'bid', price: '100.5' }))
    bench.clock.advance(500)
    bench.lose()
    bench.clock.advance(3000)
    bench.open('A')
    expect(bench.fired).toEqual([])
    bench.snapshot('A', [['100.75', '1']], [['101', '1']])
    expect(bench.fired).toHaveLength(1)
    expect([valueOf('Bid'), valueOf('Before')]).toEqual(['100.75', '100'])
    expect(valueOf('Seen after')).toBe('3.0 s in which the market was not live')
  })

  it('learns its side from the last known price', async () => {
    bench.trade('A', '104', '1')
    await bench.add(price())
    bench.alerts.useHub(null)
    bench.alerts.useHub(bench.hub)
    bench.trade('A', '106', '1')
    expect(bench.fired).toHaveLength(1)
  })

  it('uses half units of the mid', async () => {
    await bench.add(price({ of: 'mid', price: '100.75', direction: 'up' }))
    bench.update('A', [['100.4', '1']])
    expect(bench.fired).toEqual([])
    bench.update('A', [['100.5', '1']])
    expect(valueOf('Mid')).toBe('100.75')
    expect(valueOf('Before')).toBe('100.7')
  })
})

describe('a traded size alert', () => {
  it('does not count the same trades twice', async () => {
    const within = { kind: 'traded', market: 'A', side: 'either', size: '5', seconds: 60 } as const
    await bench.add(within, { pause: 1 })
    bench.trade('A', '100', '3')
    bench.trade('A', '100', '3')
    expect([valueOf('Traded'), valueOf('Trades'), valueOf('Last size')]).toEqual(['6', '2', '3'])
    bench.clock.advance(2000)
    bench.trade('A', '100', '4')
    expect(bench.fired).toHaveLength(1)
    bench.trade('A', '100', '1')
    expect(bench.fired).toHaveLength(2)
    expect(valueOf('Traded')).toBe('5')
  })
})

describe('repetition', () => {
  it('once: disarms itself and restarts when armed', async () => {
    const id = await bench.add(wide)
    expect(bench.fired).toHaveLength(1)
    expect(bench.shown(id)).toMatchObject({ armed: false, pausedUntil: null, firedAt: bench.clock.wall() })
    bench.update('A', [['99', '1']])
    expect(bench.fired).toHaveLength(1)
    await bench.alerts.change(id, { armed: true })
    expect(bench.fired).toHaveLength(2)
  })

  it('again: fires after the cooldown if the condition holds', async () => {
    const id = await bench.add(wide, { pause: 10 })
    const rests = bench.clock.wall() + 10_000
    expect(bench.shown(id).pausedUntil).toBe(rests)
    bench.clock.advance(5000)
    bench.update('A', [['100', '7']])
    expect(bench.fired).toHaveLength(1)
    bench.clock.advance(4999)
    expect(bench.fired).toHaveLength(1)
    bench.clock.advance(1)
    expect(bench.fired.map(({ at }) => at)).toEqual([rests - 10_000, rests])
    // It holds only after the cooldown.
    bench.update('A', [['100.9', '1']])
    bench.clock.advance(9000)
    bench.update('A', [['100.9', '2']])
    bench.clock.advance(2000)
    expect(bench.shown(id).pausedUntil).toBeNull()
    expect(bench.fired).toHaveLength(2)
    bench.update('A', [['100.9', '0']])
    expect(bench.fired).toHaveLength(3)
  })

  it('does not fire after the cooldown for a cross during it', async () => {
    bench.trade('A', '100', '1')
    await bench.add(price(), { pause: 10 })
    bench.trade('A', '106', '1')
    bench.trade('A', '104', '1')
    bench.trade('A', '107', '1')
    bench.update('A', [['100', '3']])
    bench.clock.advance(10_000)
    bench.update('A', [['100', '4']])
    expect(bench.fired).toHaveLength(1)
    bench.trade('A', '104', '1')
    expect(bench.fired).toHaveLength(2)
    expect(valueOf('Crossed')).toBe('downwards')
  })

  it('continues the cooldown after a restart, but no longer than set', async () => {
    const id = await bench.add(wide, { pause: 10 })
    bench.clock.advance(4000)
    bench.alerts.useProfile(null)
    bench.alerts.useProfile('desk')
    expect(bench.shown(id).pausedUntil).toBe(bench.clock.wall() + 6000)
    bench.update('A', [['100', '9']])
    bench.clock.advance(5999)
    expect(bench.fired).toHaveLength(1)
    bench.clock.advance(1)
    expect(bench.fired).toHaveLength(2)
  })
})

describe('an alert without live data', () => {
  it('does not fire and explains why', async () => {
    bench.update('A', [['100.9', '1']])
    const id = await bench.add(wide)
    const last = await bench.add(price())
    expect(bench.shown(id).blind).toBeNull()
    expect(bench.shown(last).blind).toBe('No trade yet.')
    bench.hub.garbled('A')
    expect(bench.shown(id).blind).toContain('A is being rebuilt')
    bench.update('A', [['100.9', '0']])
    expect(bench.fired).toEqual([])
    bench.snapshot('A', [['100', '1']], [['101', '1']])
    expect(bench.fired).toHaveLength(1)
    bench.lose()
    expect(bench.shown(last).blind).toContain('The connection was lost.')
    bench.alerts.useHub(null)
    expect(bench.shown(last).blind).toContain('nothing is connected')
  })

  it('uses the market’s message if refused', async () => {
    const id = await bench.add({ ...wide, market: 'NOPE' })
    bench.hub.refused({ type: 'market_data', market: 'NOPE' }, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION')
    expect(bench.shown(id).blind).toBe('The service has no market NOPE.')
  })

  it('mentions missing trades only for trade alerts', async () => {
    bench.trade('A', '100', '1')
    const traded = await bench.add({ kind: 'traded', market: 'A', side: 'either', size: '5', seconds: 0 })
    const book = await bench.add({ ...wide, basisPoints: '5000' })
    bench.hub.refused({ type: 'execution_data', market: 'A' }, 'INTERNAL')
    expect(bench.shown(traded).blind).toContain('refused the trades')
    expect(bench.shown(book).blind).toBeNull()
  })
})

describe('held markets', () => {
  it('are held while any armed alert needs them', async () => {
    const one = await bench.add({ ...wide, market: 'B', basisPoints: '9999' })
    const two = await bench.add({ kind: 'stale', market: 'B', seconds: 60 })
    expect(bench.wanted).toContain('market_data B')
    await bench.alerts.change(one, { armed: false })
    bench.clock.advance(10_000)
    expect(bench.wanted).toContain('market_data B')
    await bench.alerts.remove(two)
    bench.clock.advance(10_000)
    expect(bench.wanted).not.toContain('market_data B')
  })

  it('leave no timer and no holder', async () => {
    await bench.add(wide, { pause: 60 })
    await bench.add({ kind: 'stale', market: null, seconds: 3 })
    await bench.add({ kind: 'connection', seconds: 60 })
    bench.lose()
    await bench.alerts.dispose()
    bench.hub.dispose()
    expect(bench.clock.waiting).toBe(0)
  })
})

describe('alerts of a connection', () => {
  it('are separate and need a connection', async () => {
    await bench.add(wide)
    bench.alerts.useProfile('other')
    expect(bench.alerts.state).toMatchObject({ profileId: 'other', alerts: [], fired: [] })
    bench.alerts.useProfile(null)
    await expect(bench.add(wide)).rejects.toThrow('alerts.not-connected')
    bench.alerts.useProfile('desk')
    expect(bench.alerts.state.alerts).toHaveLength(1)
    expect(bench.alerts.state.fired).toHaveLength(1)
  })

  it('keep their state if the condition is unchanged', async () => {
    bench.trade('A', '104', '1')
    const id = await bench.add(price())
    await bench.alerts.change(id, { note: 'the round number', sound: 'bell' })
    bench.trade('A', '105', '1')
    expect(bench.fired[0]?.note).toBe('the round number')
    await expect(bench.alerts.change('no such', { note: '' })).rejects.toThrow('alerts.gone')
  })

  it('move with their line to a normalized price', async () => {
    bench.trade('A', '104', '1')
    const id = await bench.add(price({ price: '0105.50' }))
    expect(bench.shown(id).condition).toMatchObject({ price: '105.5' })
    await bench.alerts.change(id, { condition: price({ price: '103' }) })
    bench.trade('A', '106', '1')
    expect(bench.fired).toEqual([])
    bench.trade('A', '102', '1')
    expect(bench.fired).toHaveLength(1)
  })

  it('are marked as seen up to the visible ones', async () => {
    await bench.add(wide, { pause: 1 })
    bench.clock.advance(1000)
    expect(bench.alerts.state).toMatchObject({ firedCount: 2, unseen: 2 })
    await bench.alerts.seen(0)
    expect(bench.alerts.state.unseen).toBe(1)
    expect(bench.alerts.log(1).map(({ number }) => number)).toEqual([0])
    await bench.alerts.clearLog()
    expect(bench.alerts.state).toMatchObject({ firedCount: 0, unseen: 0 })
  })
})
