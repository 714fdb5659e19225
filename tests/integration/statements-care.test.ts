import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { archiveDesks, everyByte, expectWhole, fetchAll, filesBelow } from './statements-desk'
import { freshFolder } from './support/folder'
import { matching } from '#shared/domain/records/statements/filter'
import { totalsOf } from '#shared/domain/records/statements/totals'

const run = promisify(execFile)
const open = archiveDesks()

test('counts unaltered, altered, missing and unknown files, and repairs them with another fetch', async () => {
  const desk = await open()
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(4, 9))
  const rows = desk.archive.view.rows({ profileId: null })
  const place = (row: number, file: number) =>
    path.join(desk.archive.view.folder(rows[row]!.key), rows[row]!.files[file]!.name)
  const pdf = await readFile(place(0, 0))
  pdf[pdf.length >> 1]! ^= 1
  await writeFile(place(0, 0), pdf)
  await rm(place(1, 1))
  const sidecar = path.join(desk.archive.view.folder(rows[2]!.key), 'statement.json')
  await writeFile(
    sidecar,
    (await readFile(sidecar, 'utf8')).replace(/"total_accrued": "\d/, '"total_accrued": "9')
  )
  await writeFile(path.join(desk.root, 'stray.txt'), 'hello')
  await desk.archive.verify()
  const { verification } = desk.archive.facts()
  expect(verification).toMatchObject({ files: 10, unaltered: 8, altered: 2, missing: 1, unknown: 1 })
  const of = (row: number, file: number) => {
    const { key, files } = rows[row]!
    return { place: `${key}/${files[file]!.name}`, sha256: files[file]!.sha256 }
  }
  expect(verification!.faults).toEqual(
    [
      { ...of(0, 0), state: 'altered' },
      { ...of(1, 1), state: 'missing' },
      { place: `${rows[2]!.key}/statement.json`, state: 'altered' },
      { place: 'stray.txt', state: 'unknown' }
    ].sort((a, b) => (a.state === 'unknown' ? 1 : b.state === 'unknown' ? -1 : a.place < b.place ? -1 : 1))
  )
  await expect(desk.archive.view.document(rows[0]!.key, rows[0]!.files[0]!.name)).rejects.toThrow(/altered/)
  await desk.again()
  const states = desk.archive.view.rows({ profileId: null }).map(({ state }) => state)
  expect(states.slice(0, 5)).toEqual(['altered', 'missing', 'altered', 'unaltered', 'unaltered'])
  expect(desk.archive.refetch().count).toBe(3)
  await desk.archive.fetched()
  await expectWhole(desk, 5)
  // The altered file is kept next to the restored one.
  const asides = (await filesBelow(desk.root)).filter((name) => name.includes('.altered-'))
  expect(asides).toHaveLength(1)
  expect(await readFile(path.join(desk.root, asides[0]!))).toEqual(pdf)
})

test('runs one verification for all requests, and can stop it', async () => {
  const desk = await open()
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(4, 8))
  const both = [desk.archive.verify(), desk.archive.verify()]
  await Promise.all(both)
  const { verification } = desk.archive.facts()
  const stopped = desk.archive.verify()
  const ended = expect(stopped).rejects.toThrow(/stopped/)
  await desk.archive.stop('verifying')
  await ended
  expect(desk.archive.facts().verification).toEqual(verification)
})

test('shows revisions with their differences, and counts only the newest in totals', async () => {
  const desk = await open()
  const ids = desk.sandbox.description.statement_ids.slice(0, 40)
  await fetchAll(desk, ids)
  const rows = desk.archive.view.rows({ profileId: null })
  const revised = rows.find(({ revision }) => revision.of === 2)!
  const group = await desk.archive.view.revisions(revised.key)
  expect(group.rows.map(({ row }) => row.revision.number)).toEqual([1, 2])
  const [older, newer] = group.rows.map(({ row }) => row)
  const total = group.rows[1]!.differences.find(({ what }) => what === 'total_accrued')
  expect(total).toMatchObject({ before: older!.totalAccrued, after: newer!.totalAccrued })
  expect(BigInt(total!.change!.replace('.', ''))).toBeGreaterThan(0n)
  expect(group.lines.length).toBeGreaterThan(0)
  const newest = rows.filter(({ revision }) => revision.number === revision.of)
  const sum = newest.reduce((units, { totalAccrued }) => units + BigInt(totalAccrued!.replace('.', '')), 0n)
  const { years, months, uncounted } = totalsOf(desk.archive.view.rows({ profileId: 'desk' }))
  expect(uncounted).toBe(0)
  for (const sums of [years, months]) {
    expect(sums.reduce((units, { total: one }) => units + BigInt(one!.replace('.', '')), 0n)).toBe(sum)
  }
  expect(
    months.some(
      ({ month, asset, revised: marked }) => marked && month === revised.month && asset === revised.asset
    )
  ).toBe(true)
  const search = `${revised.id.slice(0, 13)} usd`
  expect(matching(rows, { search, asset: null, year: null })).toHaveLength(1)
  expect(desk.archive.view.rows({ profileId: 'another' })).toEqual([])
})

test('exports files that sha256sum accepts, and refuses to export altered ones', async () => {
  const desk = await open()
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(4, 30))
  const folder = await freshFolder()
  const target = path.join(folder, 'statements.zip')
  const period = { profileId: null, from: '2026-07', to: '2026-09', assets: ['USDP', 'USDG'] }
  const { statements, files } = await desk.archive.export(target, period)
  expect(statements).toBeGreaterThanOrEqual(6)
  await run('unzip', ['-q', target, '-d', folder])
  const { stdout } = await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder })
  expect(stdout.trim().split('\n')).toHaveLength(files + statements + 2)
  expect(stdout).not.toMatch(/FAILED/)
  const manifest = await readFile(path.join(folder, 'MANIFEST.txt'), 'utf8')
  expect(manifest).toMatch(/2026-07 to 2026-09/)
  const row = desk.archive.view
    .rows({ profileId: null })
    .find(({ asset, month }) => asset === 'USDP' && month === '2026-08')!
  expect(manifest).toContain(row.totalAccrued)
  await appendFile(path.join(folder, row.key, row.files[0]!.name), 'x')
  await expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })).rejects.toThrow(
    /FAILED|did NOT match/
  )
  const own = path.join(desk.archive.view.folder(row.key), row.files[0]!.name)
  const bytes = await readFile(own)
  bytes[10]! ^= 1
  await writeFile(own, bytes)
  const other = path.join(folder, 'other.zip')
  await expect(desk.archive.export(other, period)).rejects.toThrow(/has changed since it was fetched/)
  expect(await filesBelow(folder)).not.toContainEqual(expect.stringMatching(/other/))
  await expect(desk.archive.export(other, { ...period, from: '2001-01', to: '2001-02' })).rejects.toThrow(
    /no statement/
  )
})

test('keeps a second copy in sync, with its faults reported separately', async () => {
  const desk = await open()
  const ids = desk.sandbox.description.statement_ids
  const drive = await freshFolder()
  await writeFile(path.join(drive, 'README.txt'), 'mine')
  await fetchAll(desk, ids.slice(4, 6))
  await desk.archive.locations.chooseCopy(drive)
  await desk.archive.locations.syncCopy()
  const { folder, inStep, behind, fault } = desk.archive.facts().copy!
  expect([inStep, behind, fault]).toEqual([2, 0, null])
  expect(path.dirname(folder)).toBe(drive)
  expect(await readFile(path.join(drive, 'README.txt'), 'utf8')).toBe('mine')
  await fetchAll(desk, ids.slice(6, 8))
  await desk.archive.locations.syncCopy()
  const statements = async (root: string) =>
    (await filesBelow(root)).filter((name) => name.startsWith('local'))
  expect(await statements(folder)).toEqual(await statements(desk.root))
  // Without the drive nothing is created in its place, and the archive continues.
  await rename(folder, `${folder} away`)
  await fetchAll(desk, ids.slice(8, 9))
  await desk.archive.locations.syncCopy()
  expect(desk.archive.facts().copy!.fault).toMatch(/Is its drive connected/)
  expect(await filesBelow(drive)).not.toContainEqual(expect.stringMatching(/^Leadline statements\//))
  await expectWhole(desk, 5)
  await rename(`${folder} away`, folder)
  // An altered file does not overwrite the intact copy.
  const [row] = desk.archive.view.rows({ profileId: null })
  const own = path.join(desk.archive.view.folder(row!.key), row!.files[0]!.name)
  const good = await readFile(own)
  await writeFile(own, 'nonsense')
  await desk.archive.locations.syncCopy()
  expect(desk.archive.facts().copy).toMatchObject({ inStep: 5, behind: 0 })
  expect(await readFile(path.join(folder, row!.key, row!.files[0]!.name))).toEqual(good)
})

test('moves the archive completely, and opens it at its new location after a restart', async () => {
  const desk = await open()
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(4, 8))
  await writeFile(path.join(desk.root, 'notes.txt'), 'mine')
  const before = await everyByte(path.join(desk.root, 'local'))
  const target = path.join(await freshFolder(), 'new place')
  await expect(desk.archive.locations.move(path.join(desk.root, 'inner'))).rejects.toThrow(
    /must not be inside/
  )
  await desk.archive.locations.move(target)
  await expectWhole(desk, 4)
  expect(desk.archive.state().folder).toBe(target)
  expect(await everyByte(path.join(target, 'local'))).toBe(before)
  await expect(filesBelow(desk.root)).rejects.toThrow(/ENOENT/)
  await desk.again()
  await expectWhole(desk, 4)
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(8, 9))
  await expectWhole(desk, 5)
})

test('lets a second instance read, names the writer, and takes over after it has closed', async () => {
  const desk = await open()
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(4, 6))
  const lock = path.join(desk.root, 'leadline-archive.lock')
  const first = await readFile(lock, 'utf8')
  await desk.archive.dispose()
  // A lock of another computer is only judged by its heartbeat.
  const far = { ...(JSON.parse(first) as object), host: 'ledger-2', machine: 'machine-2' }
  await writeFile(lock, JSON.stringify(far))
  await desk.again()
  expect(desk.archive.facts().readOnly).toMatch(/on ledger-2 \(process \d+\)/)
  await expectWhole(desk, 2)
  expect(() => desk.archive.fetch(desk.sandbox.description.statement_ids[7]!)).toThrow(/Another Leadline/)
  await rm(lock)
  await desk.archive.rebuild()
  expect(desk.archive.facts().readOnly).toBeNull()
})

test('reports a missing drive and one with another archive, and creates nothing there', async () => {
  const desk = await open()
  await fetchAll(desk, desk.sandbox.description.statement_ids.slice(4, 6))
  await desk.archive.dispose()
  await rename(desk.root, `${desk.root}-away`)
  await mkdir(desk.root)
  await desk.again()
  expect(desk.archive.facts().fault).toMatch(/Is its drive connected/)
  expect(await filesBelow(desk.root)).toEqual([])
  await writeFile(
    path.join(desk.root, 'leadline-archive.json'),
    JSON.stringify({ kind: 'leadline-archive', version: 1, id: 'another' })
  )
  await desk.archive.rebuild()
  expect(desk.archive.facts().fault).toMatch(/another archive/)
  await rm(desk.root, { recursive: true })
  await rename(`${desk.root}-away`, desk.root)
  await desk.archive.rebuild()
  expect(desk.archive.facts().fault).toBeNull()
  await expectWhole(desk, 2)
})

/** Root ignores folder permissions, so another user writes. */
async function asOrdinaryUser(folder: string, work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work()
  const nobody = 65534
  const giveAway = (place: string) =>
    chown(place, nobody, nobody).catch((problem: NodeJS.ErrnoException) => {
      // A file being written may have been renamed by now.
      if (problem.code !== 'ENOENT') throw problem
    })
  for (const name of await readdir(folder, { recursive: true })) await giveAway(path.join(folder, name))
  await giveAway(folder)
  process.seteuid?.(nobody)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

test('reads a folder without write permission, and reports that', async () => {
  const desk = await open()
  const { statement_ids } = desk.sandbox.description
  await fetchAll(desk, statement_ids.slice(4, 6))
  await asOrdinaryUser(path.dirname(desk.root), async () => {
    const places = await readdir(desk.root, { recursive: true, withFileTypes: true })
    const folders = places
      .filter((place) => place.isDirectory())
      .map(({ parentPath, name }) => path.join(parentPath, name))
    const allow = async (mode: number) => {
      for (const folder of folders) await chmod(folder, mode)
    }
    await allow(0o500)
    const state = await fetchAll(desk, statement_ids.slice(6, 7))
    expect(state.wanted[0]?.sentence).toMatch(/may not write/)
    expect(state.statements).toBe(2)
    await allow(0o700)
    expect(await fetchAll(desk, statement_ids.slice(6, 7))).toMatchObject({ statements: 3, requestCount: 0 })
  })
})
