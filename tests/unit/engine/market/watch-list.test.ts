import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Hub } from '#engine/market/hub'
import { checkSymbol } from '#engine/market/symbol'
import { openWatchLists, type WatchLists } from '#engine/market/watch-list'
import { Watching } from '#engine/market/watching'
import { localSandboxId } from '#shared/contract/connection/connections'
import { maxWatched } from '#shared/contract/market/markets'
import { HandClock } from '../hand-clock'

let folder: string
let file: string
let changes: number
let opened: WatchLists[]
let notSaved: string | null
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-watch-'))
  file = path.join(folder, 'markets.json')
  changes = 0
  opened = []
  notSaved = null
})
afterEach(async () => {
  for (const lists of opened) await lists.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function open(changed: () => void = () => (changes += 1)): Promise<WatchLists> {
  const lists = await openWatchLists({ file, changed, onSaveStateChange: (reason) => (notSaved = reason) })
  opened.push(lists)
  return lists
}
const content = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
const write = (value: unknown) => writeFile(file, typeof value === 'string' ? value : JSON.stringify(value))

describe('the watchlist file', () => {
  it('keeps each connection’s list in order, readable and versioned', async () => {
    const lists = await open()
    await lists.watch('desk', 'ETHUSD')
    await lists.watch('desk', 'BTCUSD')
    await lists.watch('other', 'SOLUSD')
    await lists.watch('desk', 'ETHUSD')
    await lists.noteSeen('desk', 'BTCUSD')
    await lists.noteSeen('desk', 'ETHUSD')
    await lists.unwatch('other', 'SOLUSD')
    expect(await content()).toEqual({
      version: 1,
      profiles: {
        desk: { watched: ['ETHUSD', 'BTCUSD'], seen: ['ETHUSD', 'BTCUSD'] },
        other: { watched: [], seen: [] }
      }
    })
    const again = await open()
    expect(again.watched('desk')).toEqual(['ETHUSD', 'BTCUSD'])
    expect(again.seen('desk')).toEqual(['ETHUSD', 'BTCUSD'])
    expect(again.has('other')).toBe(true)
    expect(again.has('third')).toBe(false)
    expect(again.notice).toBeNull()
  })

  it('contains all concurrent changes', async () => {
    const lists = await open()
    await Promise.all(Array.from({ length: 50 }, (_, index) => lists.watch('desk', `M${index}`)))
    expect((await open()).watched('desk')).toHaveLength(50)
    expect(await readdir(folder)).toEqual(['markets.json'])
  })

  it('is quarantined if damaged, and salvaged', async () => {
    await write('{"version":1,')
    expect((await open()).notice).toContain('damaged')
    await write({
      version: 1,
      profiles: { good: { watched: ['A'], seen: ['B'] }, bad: { watched: ['C', 7, ''], seen: 'x' }, worse: 3 }
    })
    const lists = await open()
    expect(lists.notice).toContain('2 of 3 lists')
    expect(lists.watched('good')).toEqual(['A'])
    expect(lists.watched('bad')).toEqual(['C'])
    expect(lists.watched('worse')).toEqual([])
    await lists.watch('good', 'D')
    const kept = (await readdir(folder)).filter((name) => name.startsWith('markets.json.damaged-'))
    expect(kept).toHaveLength(2)
  })

  it('of a newer version is read as far as possible and left unchanged', async () => {
    const newer = { version: 9, profiles: { desk: { watched: ['A'], colours: {} } }, layouts: 1 }
    await write(newer)
    const lists = await open()
    expect(lists.watched('desk')).toEqual(['A'])
    await lists.watch('desk', 'B')
    expect(lists.watched('desk')).toEqual(['A', 'B'])
    expect(notSaved).toContain('newer Leadline')
    expect(await content()).toEqual(newer)
  })

  it('keeps unknown fields', async () => {
    await write({ version: 1, profiles: { desk: { watched: [], seen: [], note: 'mine' } }, also: true })
    const lists = await open()
    await lists.watch('desk', 'A')
    expect(await content()).toMatchObject({
      also: true,
      profiles: { desk: { watched: ['A'], note: 'mine' } }
    })
  })

  it('reports if it is not writable, and recovers', async () => {
    const lists = await open()
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file is in the way')
    await lists.watch('desk', 'A')
    expect(notSaved).toContain('could not be saved')
    expect(lists.watched('desk')).toEqual(['A'])
    await rm(folder)
    await lists.watch('desk', 'B')
    expect(notSaved).toBeNull()
    expect((await open()).watched('desk')).toEqual(['A', 'B'])
  })

  it('removes one connection or all', async () => {
    const lists = await open()
    await lists.watch('desk', 'A')
    await lists.watch('other', 'B')
    await lists.removeProfile('desk')
    expect(await content()).toMatchObject({ profiles: { other: { watched: ['B'] } } })
    await lists.clear()
    expect(await content()).toEqual({ version: 1, profiles: {} })
  })

  it('is bounded', async () => {
    const lists = await open()
    await Promise.all(Array.from({ length: maxWatched }, (_, index) => lists.watch('desk', `M${index}`)))
    expect(() => lists.watch('desk', 'ONE-MORE')).toThrow(`at most ${maxWatched}`)
  })
})

describe('a symbol', () => {
  it('is kept as typed except for surrounding spaces', () => {
    expect(checkSymbol('  btc-USD ')).toBe('btc-USD')
    expect(checkSymbol('A'.repeat(64))).toHaveLength(64)
  })

  it.each(['', '   ', 'A'.repeat(65), 'BTC USD', 'BTC\u0000', 'A\u200bB', 'A\nB', '\ud800'])(
    'is refused if impossible: %j',
    (typed) => {
      expect(() => checkSymbol(typed)).toThrow('market.symbol')
    }
  )
})

describe('the held watchlist', () => {
  const clock = new HandClock()
  let lists: WatchLists
  let watching: Watching
  let desired: string[]
  let local: string[]
  const createHub = () =>
    new Hub({
      clock,
      register: (market) => market.charCodeAt(0),
      desire: (channels) => {
        desired = channels.filter(({ type }) => type === 'market_data').map(({ market }) => market)
      },
      resync: () => {},
      staleAfter: () => 10_000
    })

  beforeEach(async () => {
    desired = []
    local = Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index))
    lists = await open(() => watching.update())
    watching = new Watching({ lists, localMarkets: () => local, changed: () => (changes += 1) })
  })

  it('contains exactly the list of the connection in use', async () => {
    await lists.watch('desk', 'X')
    await lists.watch('other', 'Y')
    const hub = createHub()
    watching.use({ profileId: 'desk', hub })
    expect(desired).toEqual(['X'])
    await watching.watch(' Z ')
    expect(desired).toEqual(['X', 'Z'])
    await watching.unwatch('X')
    clock.advance(60_000)
    expect(desired).toEqual(['Z'])
    watching.use({ profileId: 'other', hub: createHub() })
    expect(desired).toEqual(['Y'])
    expect(watching.watched.map(({ market }) => market)).toEqual(['Y'])
    clock.advance(60_000)
    expect(hub.markets).toEqual([])
    watching.dispose()
    clock.advance(60_000)
    expect(clock.waiting).toBe(0)
  })

  it('reports state changes, remembers markets, and ignores messages', () => {
    const hub = createHub()
    watching.use({ profileId: 'desk', hub })
    void watching.watch('Q')
    changes = 0
    hub.opened()
    hub.subscribed({ type: 'market_data', market: 'Q' })
    expect(changes).toBeGreaterThan(0)
    expect(watching.watched).toMatchObject([{ market: 'Q', state: 'awaiting' }])
    expect(watching.suggestions).toEqual([])
    const level = { price: { units: 1n, scale: 0 }, amount: { units: 1n, scale: 0 } }
    const message = { kind: 'book', market: 'Q', bids: [level], asks: [], time: 1n } as const
    hub.exact({ ...message, snapshot: true }, clock.monotonic())
    expect(watching.watched).toMatchObject([{ market: 'Q', state: 'live' }])
    expect(watching.suggestions).toEqual(['Q'])
    changes = 0
    hub.exact({ ...message, snapshot: false, time: 2n }, clock.monotonic())
    expect(changes).toBe(0)
  })

  it('starts with the first markets of the local sandbox, once', async () => {
    watching.use({ profileId: localSandboxId, hub: createHub() })
    expect(desired).toEqual(local.slice(0, 12))
    expect(watching.suggestions).toEqual(local)
    for (const market of local.slice(0, 12)) await watching.unwatch(market)
    watching.use(null)
    watching.use({ profileId: localSandboxId, hub: createHub() })
    expect(watching.watched).toEqual([])
    await lists.clear()
    expect(watching.watched).toHaveLength(12)
  })

  it('starts when the markets are known', () => {
    const markets = local
    local = []
    watching.use({ profileId: localSandboxId, hub: createHub() })
    expect(watching.watched).toEqual([])
    local = markets
    watching.update()
    expect(watching.watched).toHaveLength(12)
  })

  it('needs a connection', async () => {
    await expect(watching.watch('A')).rejects.toThrow('market.not-connected')
    expect(watching.watched).toEqual([])
    expect(watching.suggestions).toEqual([])
  })
})
