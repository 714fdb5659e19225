import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import type { StatementsChange } from '#shared/contract/records/statements/index'
import { matching } from '#shared/domain/records/statements/filter'
import { applied, type StatementList } from '#shared/domain/records/statements/list'
import { totalsOf } from '#shared/domain/records/statements/totals'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id, statementOf } from './support'

/** Like a window, applies pushes and reads everything after a gap. */
class Window {
  list: StatementList
  reads = 1

  constructor(private readonly archive: Archive) {
    this.list = archive.list()
  }

  apply(change: StatementsChange): void {
    const list = applied(this.list, change)
    if (list === null) this.reads += 1
    this.list = list ?? this.archive.list()
  }
}

const number = fc.integer({ min: 1, max: 6 })
const step = fc.oneof(
  fc.record({ do: fc.constant('fetch' as const), number }),
  fc.record({
    do: fc.constantFrom('damage' as const, 'remove' as const, 'file' as const),
    number
  }),
  fc.record({
    do: fc.constantFrom(
      'verify' as const,
      'rebuild' as const,
      'restore' as const,
      'refetch' as const,
      'accept' as const
    )
  })
)
const filter = fc.record({
  search: fc.constantFrom('', 'usdp', 'altered', id(2), 'missing pdf'),
  asset: fc.constantFrom(null, 'USDP', 'USDG'),
  year: fc.constantFrom(null, '2026', '2025')
})

async function perform(archive: Archive, each: typeof step extends fc.Arbitrary<infer T> ? T : never) {
  const root = archive.facts().folder
  const rows = archive.view.all()
  if ('number' in each) {
    if (each.do === 'fetch') {
      archive.fetch(id(each.number))
      return archive.fetched()
    }
    const row = rows.find((one) => one.id === id(each.number))
    if (!row) return
    const folder = path.join(root, row.key)
    if (each.do === 'remove') await rm(folder, { recursive: true })
    if (each.do === 'file') await rm(path.join(folder, row.files[0]!.name), { force: true })
    if (each.do === 'damage') await writeFile(path.join(folder, row.files[1]!.name), 'damaged')
    return archive.rebuild()
  }
  if (each.do === 'verify') await archive.verify()
  if (each.do === 'rebuild') await archive.rebuild()
  if (each.do === 'restore') await archive.locations.restore()
  if (each.do === 'accept') await archive.acceptRemoval()
  if (each.do === 'refetch') {
    archive.refetch()
    await archive.fetched()
  }
}

test('gives a window that applies pushes the same state as a fresh read, with a single read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      filter,
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      async (steps, chosen, missed) => {
        const folder = await freshFolder()
        const windows: Window[] = []
        let pushes = 0
        const assets = ['USDP', 'USDG']
        const archive = await openArchive(folder, {
          source: () =>
            sourceOf((own) =>
              statementOf({ id: own, asset: assets[Number(own.at(-1)) % 2]!, total: own.slice(-1) })
            ),
          changed: (change) => {
            pushes += 1
            windows[0]?.apply(change)
            // The second window misses some pushes.
            if (!missed[pushes % missed.length]) windows[1]?.apply(change)
          }
        })
        await archive.locations.chooseCopy(path.join(folder, 'copy'))
        windows.push(new Window(archive), new Window(archive))
        for (const each of steps) {
          await perform(archive, each)
          await archive.locations.syncCopy()
        }
        const [steady, other] = windows as [Window, Window]
        const fresh = () => archive.view.all()
        await expect.poll(() => steady.list).toEqual({ ...archive.list(), rows: fresh() })
        expect(matching(steady.list.rows, chosen)).toEqual(matching(fresh(), chosen))
        expect(totalsOf(steady.list.rows, steady.list.gone)).toEqual(
          totalsOf(fresh(), archive.view.gone({ profileId: null }))
        )
        expect(steady.reads).toBe(1)
        missed.fill(false)
        archive.sourceChanged()
        await expect.poll(() => other.list).toEqual(archive.list())
        await archive.dispose()
      }
    ),
    { numRuns: 25 }
  )
})
