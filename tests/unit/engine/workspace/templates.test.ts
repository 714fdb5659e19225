import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStable, majorsOf, stableOf } from '#engine/workspace/template-markets'
import { templates } from '#shared/contract/workspace/workspaces'
import { boxes, fitted, marketOf, panelSpecs, type Workspace } from '#shared/domain/workspace/index'
import { expectWhole, Hands, sandboxMarkets } from './desk'

const shown = (workspace: Workspace) =>
  Object.values(workspace.panels)
    .filter(({ kind }) => panelSpecs[kind].hasMarket)
    .map((panel) => marketOf(panel, workspace.links))

test('creates three desks at the first start', () => {
  const hands = new Hands([])
  expect(hands.desk.all.map(({ name }) => name)).toEqual(['BTC desk', 'Majors ×4', 'Stablecoins'])
  const [deep, four, stable] = hands.desk.all
  expect(new Set(shown(deep!))).toEqual(new Set(['BTCUSD']))
  expect(new Set(shown(four!))).toEqual(new Set(['BTCUSD', 'ETHUSD', 'SOLUSD', 'PAXGUSD']))
  expect(new Set(shown(stable!))).toEqual(new Set(['USDPUSD']))
  for (const { links } of hands.desk.all) expect(Object.values(links)).not.toContain(null)
  expectWhole(hands.desk)
})

test('places everything in the single market desk', () => {
  const hands = new Hands()
  const at = boxes(hands.first.frames[0]!.root)
  const box = (kind: Parameters<Hands['panel']>[0]) => at.get(hands.panel(kind))!
  expect(at.size).toBe(7)
  expect(box('watchlist')).toMatchObject({ left: 0, top: 0 })
  expect(box('alerts').left).toBe(0)
  expect(box('chart').left).toBeCloseTo(0.18)
  expect(box('depth').left).toBeCloseTo(box('chart').left)
  expect(box('book').left).toBeCloseTo(0.63)
  expect(box('trades').left).toBeGreaterThan(box('book').left)
  expect(box('connection').left).toBeCloseTo(box('book').left)
  // A laptop screen without the rail.
  const room = { width: 1280 - 52, height: 736 }
  const shown = boxes(fitted(hands.first.frames[0]!.root!, hands.first.panels, room))
  const widthOf = (kind: Parameters<Hands['panel']>[0]) => shown.get(hands.panel(kind))!.width * room.width
  expect(widthOf('watchlist')).toBeGreaterThanOrEqual(200)
  expect(widthOf('book')).toBeGreaterThanOrEqual(250)
  expect(widthOf('trades')).toBeGreaterThanOrEqual(200 - 1e-6)
  expect(widthOf('chart')).toBeGreaterThan(500)
  // Aligned in one line.
  const below = (['alerts', 'depth', 'connection'] as const).map((kind) => box(kind).top)
  for (const top of below) expect(top).toBeCloseTo(0.6)
})

test('creates valid templates for any markets', () => {
  const markets = fc.uniqueArray(
    fc.constantFrom(...sandboxMarkets, 'USDGUSD', 'PYUSDUSD', 'USDCUSD', 'EURCEUR')
  )
  fc.assert(
    fc.property(markets, fc.array(fc.constantFrom(...templates), { maxLength: 12 }), (known, wanted) => {
      const hands = new Hands(known)
      // Four free groups.
      const four = new Set(majorsOf(known).slice(0, 4))
      expect(new Set(shown(hands.desk.all[1]!))).toEqual(four)
      for (const template of wanted) {
        const before = hands.desk.all
        const id = hands.act({ do: 'workspace.add', template, name: null })!
        expectWhole(hands.desk)
        const workspace = hands.workspace(id)
        expect(shown(workspace)).not.toContain(null)
        expect(hands.desk.all.filter((each) => each.id !== id)).toEqual(before)
        if (template === 'stablecoins')
          for (const market of shown(workspace)) expect(isStable(market!)).toBe(true)
      }
    })
  )
})

test('uses a free group for the wide watchlist', () => {
  const hands = new Hands()
  const wide = hands.workspace(hands.act({ do: 'workspace.add', template: 'wide', name: null })!)
  // Alerts have no market.
  const following = Object.values(wide.panels).filter(({ kind }) => kind !== 'alerts')
  const groups = new Set(following.map(({ link }) => link))
  expect(groups.size).toBe(1)
  const others = hands.desk.all.filter((each) => each !== wide).flatMap(({ panels }) => Object.values(panels))
  for (const { link } of others) expect(groups.has(link) && link !== null).toBe(false)
})

test('recognizes stable pairs', () => {
  for (const market of ['USDPUSD', 'USDP-USD', 'PYUSDUSD', 'usdgusd', 'USDCEUR'])
    expect(isStable(market)).toBe(true)
  for (const market of ['BTCUSD', 'BTCUSDP', 'USDPBTC', 'USD', 'PAXGUSD'])
    expect(isStable(market)).toBe(false)
  expect(majorsOf(['USDPUSD', 'ETHUSD'])).toEqual(['ETHUSD', 'USDPUSD'])
  expect(majorsOf(['USDPUSD'])[0]).toBe('BTCUSD')
  expect(stableOf(['ETHUSD'])).toEqual(['USDPUSD'])
})
