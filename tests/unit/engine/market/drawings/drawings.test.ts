import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Drawings, openDrawingFile } from '#engine/market/drawings/index'
import { maxDrawings, type Drawing, type DrawingsState } from '#shared/contract/market/drawings'
import { level, someDrawing } from './some'

let folder: string
let file: string
let opened: Drawings[]
let notSaved: string | null
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-drawings-'))
  file = path.join(folder, 'drawings.json')
  opened = []
  notSaved = null
})
afterEach(async () => {
  for (const drawings of opened) await drawings.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function open(changed: (state: DrawingsState | null) => void = () => undefined) {
  const opening = await openDrawingFile({ file, onSaveStateChange: (why) => (notSaved = why) })
  const drawings = new Drawings({ file: opening, changed })
  opened.push(drawings)
  return { drawings, file: opening }
}

const market = 'BTCUSD'
const put = (...all: Drawing[]) => ({ put: all, remove: [] })
const shown = (drawings: Drawings, of = market) => drawings.state(of).drawings

describe('drawings', () => {
  it('are the same in all windows whatever they do, and undo restores each state exactly', async () => {
    const ids = ['a', 'b', 'c', 'd'] as const
    const change = fc.record({
      put: fc.array(someDrawing(ids), { maxLength: 3 }),
      remove: fc.subarray([...ids])
    })
    const action = fc.oneof(
      { weight: 4, arbitrary: change },
      { weight: 2, arbitrary: fc.constant('undo' as const) },
      { weight: 1, arbitrary: fc.constant('redo' as const) }
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        await rm(file, { force: true })
        const pushed: DrawingsState[] = []
        const { drawings } = await open((state) => state && pushed.push(state))
        drawings.useSource('s')
        // Kept simply: all states, of which one is in effect.
        let states: (readonly Drawing[])[] = [[]]
        let at = 0
        for (const each of actions) {
          if (each === 'undo') at = Math.max(0, at - 1)
          else if (each === 'redo') at = Math.min(states.length - 1, at + 1)
          else {
            const now = new Map(states[at]!.map((drawing) => [drawing.id, drawing]))
            for (const id of each.remove) now.delete(id)
            for (const drawing of each.put)
              if (!each.remove.some((id) => id === drawing.id)) now.set(drawing.id, drawing)
            states = [...states.slice(0, at + 1), [...now.values()]]
            at = states.length - 1
          }
          // Windows do not wait for each other.
          const asked =
            each === 'undo' || each === 'redo'
              ? drawings[each]('s', market)
              : drawings.change('s', market, each)
          void asked
        }
        await drawings.dispose()
        expect(shown(drawings)).toEqual(states[at])
        expect(pushed.at(-1)?.drawings ?? []).toEqual(states[at])
        expect(pushed.map(({ revision }) => revision)).toEqual(
          pushed.map(({ revision }) => revision).toSorted((one, other) => one - other)
        )
        expect(drawings.state(market)).toMatchObject({ canUndo: at > 0, canRedo: at < states.length - 1 })
        // After a restart.
        const again = (await open()).drawings
        again.useSource('s')
        expect(shown(again)).toEqual(states[at])
      }),
      { numRuns: 40 }
    )
  })

  it('belong to one connection and market', async () => {
    const { drawings } = await open()
    await expect(drawings.change('s', market, put(level('a')))).rejects.toMatchObject({
      problem: { code: 'drawings.not-connected' }
    })
    drawings.useSource('desk/1')
    await drawings.change('desk/1', market, put(level('a')))
    await drawings.change('desk/1', 'constructor', put(level('b')))
    drawings.useSource('desk/2')
    expect(shown(drawings)).toEqual([])
    expect(drawings.state(market).canUndo).toBe(false)
    await expect(drawings.change('desk/1', market, put(level('c')))).rejects.toMatchObject({
      problem: { code: 'drawings.gone' }
    })
    drawings.useSource('desk/1')
    expect(shown(drawings)).toEqual([level('a')])
    expect(shown(drawings, 'constructor')).toEqual([level('b')])
    await drawings.removeSources((source) => source === 'desk/1')
    expect(shown(drawings)).toEqual([])
  })

  it('are undone for the markets that were changed last, as far as memory allows', async () => {
    const { drawings } = await open()
    drawings.useSource('s')
    const markets = Array.from({ length: 60 }, (_, index) => `M${index}`)
    for (const each of markets) void drawings.change('s', each, put(level('a')))
    expect(markets.filter((each) => drawings.state(each).canUndo)).toEqual(markets.slice(-20))
    const many = Array.from({ length: maxDrawings }, (_, index) => level(`${index}`))
    for (let step = 0; step < 50; step += 1) void drawings.change('s', market, put(...many))
    let undone = 0
    for (; drawings.state(market).canUndo; undone += 1) void drawings.undo('s', market)
    expect(undone).toBe(4)
    void drawings.change('s', market, put(level('0', '7')))
    expect(drawings.state(market).canUndo).toBe(true)
  })

  it('are limited, and say so', async () => {
    const { drawings } = await open()
    drawings.useSource('s')
    const many = Array.from({ length: maxDrawings }, (_, index) => level(`${index}`))
    await drawings.change('s', market, put(...many))
    await expect(drawings.change('s', market, put(level('more')))).rejects.toMatchObject({
      problem: { sentence: 'A market has at most 500 drawings. Delete some first.' }
    })
    // Those that exist can be changed.
    await drawings.change('s', market, put(level('7', '50')))
    expect(shown(drawings)).toHaveLength(maxDrawings)
    expect(shown(drawings)[7]).toEqual(level('7', '50'))
  })
})

describe('the file', () => {
  it('loses only what is unreadable, and keeps a copy', async () => {
    const bad = { ...level('bad'), anchors: [] }
    const damaged = JSON.stringify({
      version: 1,
      sources: { s: { [market]: [level('a'), bad, level('b')], ETHUSD: 7 }, t: null }
    })
    await writeFile(file, damaged)
    const first = await open()
    expect(first.file.notice).toContain('2 drawings could not be read')
    first.drawings.useSource('s')
    await first.drawings.change('s', market, put(level('c')))
    expect(shown(first.drawings)).toEqual([level('a'), level('b'), level('c')])
    const copies = (await readdir(folder)).filter((name) => name !== 'drawings.json')
    expect(copies).toHaveLength(1)
    expect(await readFile(path.join(folder, copies[0]!), 'utf8')).toBe(damaged)
  })

  it('is not touched if it is of a newer version', async () => {
    const newer = JSON.stringify({ version: 2, sources: { s: { [market]: [level('a')] } } })
    await writeFile(file, newer)
    const { drawings } = await open()
    drawings.useSource('s')
    expect(shown(drawings)).toEqual([level('a')])
    await drawings.change('s', market, put(level('b')))
    expect(notSaved).toMatch(/newer Leadline/)
    await drawings.dispose()
    expect(await readFile(file, 'utf8')).toBe(newer)
  })
})
