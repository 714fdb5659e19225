import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { wireRecord } from '#engine/records/addresses/detail/wire-record'
import { noProgress } from '#engine/records/addresses/keep/progress-file'
import { idsOf, question, recordsOf } from './desk'
import { ids, progress, records, SavedDesk } from './saved-desk'

let desk: SavedDesk
beforeEach(async () => {
  desk = await SavedDesk.create()
})

test('writes only labels and filters unless saving is enabled', async () => {
  const core = await desk.opened()
  await core.add({ records })
  await core.setProgress({ progress })
  await core.close(null)
  expect(await readdir(desk.folder).catch(() => [])).toEqual([])
  await core.label({ id: ids[3]!, label: '  Cold desk ' })
  await core.saveFilter({ name: 'Mine', filters: { networks: ['BASE'] }, order: 'DESC' })
  expect(await readdir(desk.folder)).toEqual(['notes.json'])
  const again = await desk.opened()
  expect(await again.state(null)).toMatchObject({ rows: 0, labels: 1, progress: noProgress })
  await again.add({ records })
  expect(await idsOf(again, question('old des'))).toEqual([ids[3]])
})

test('restores the latest version of each address', async () => {
  const core = await desk.keeping()
  const changed = { ...records[5]!, metadata: { note: 'façade, changed' } }
  await core.add({ records: [changed] })
  await core.close(null)
  const again = await desk.opened()
  expect(await idsOf(again, question())).toEqual(ids)
  expect((await again.detail({ id: changed.id })).metadata).toEqual([['note', 'façade, changed']])
  const { progress: kept, bytesOnDisk, notSaved } = await again.state(null)
  expect([kept, bytesOnDisk, notSaved]).toEqual([progress, (await stat(desk.file)).size, null])
})

test('restores texts of any length and alphabet', async () => {
  const core = await desk.opened()
  await core.keepOnDisk({ keep: true })
  const notes = [300_000, 1, 700_000, 262_144, 5].map((length) => 'aé😀"\\'.repeat(length / 5 + 1))
  const long = notes.map((note, index) => ({ ...records[index * 100]!, metadata: { note } }))
  for (const record of long) {
    await core.add({ records: [record] })
    await core.add({ records: records.filter(({ id }) => long.every((one) => one.id !== id)) })
  }
  await core.setProgress({ progress })
  const again = await desk.opened()
  expect(await idsOf(again, question())).toEqual(ids)
  for (const { id, metadata } of long)
    expect((await again.detail({ id })).metadata).toEqual([['note', metadata.note]])
})

test('removes saved addresses when disabled or cleared', async () => {
  const core = await desk.keeping()
  await core.keepOnDisk({ keep: false })
  expect(await readdir(desk.folder)).toEqual(['notes.json'])
  expect((await core.state(null)).rows).toBe(700)
  await core.keepOnDisk({ keep: true })
  expect(await readdir(desk.own)).toContain('addresses.jsonl')
  await core.clear(null)
  expect(await readdir(desk.folder)).toEqual(['notes.json'])
  expect(await core.state(null)).toMatchObject({
    rows: 0,
    keepOnDisk: true,
    progress: noProgress,
    bytesOnDisk: 0
  })
  await core.add({ records: records.slice(0, 2) })
  await core.close(null)
  expect(await idsOf(await desk.opened(), question())).toEqual(ids.slice(0, 2))
})

describe('damaged address files', () => {
  test('include unfinished files, which are removed', async () => {
    await (await desk.keeping()).close(null)
    await writeFile(path.join(desk.own, 'addresses.jsonl.1-abc.tmp'), 'half')
    await writeFile(path.join(desk.folder, 'notes.json.1-abc.tmp'), 'half')
    await desk.opened()
    expect((await readdir(desk.folder)).sort()).toEqual(['notes.json', 'service-here'])
    expect((await readdir(desk.own)).sort()).toEqual(['addresses.jsonl', 'progress.json'])
  })

  test('include a truncated end, which is loaded again', async () => {
    await (await desk.keeping()).close(null)
    const more = recordsOf(710)
      .slice(700)
      .map((record) => JSON.stringify(wireRecord(record)))
    // A page without progress, with a truncated line.
    await appendFile(desk.file, `${more.slice(0, 5).join('\n')}\n${more[5]!.slice(0, 40)}`)
    const again = await desk.opened()
    expect(await again.state(null)).toMatchObject({ rows: 700, notSaved: null, progress })
    await again.add({ records: recordsOf(710).slice(700) })
    await again.setProgress({ progress })
    expect((await (await desk.opened()).state(null)).rows).toBe(710)
  })

  test.each<[string, (text: string) => string]>([
    [
      'an address was exchanged for another',
      (text) => text.replace(records[5]!.address, records[6]!.address)
    ],
    ['lines were cut', (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
    ['a line was put in', (text) => text.replace('\n', `\n${text.split('\n')[3]}\n`)],
    ['the file is empty', () => '']
  ])('are quarantined if changed outside Leadline: %s', async (_, change) => {
    await (await desk.keeping()).close(null)
    const altered = change(await readFile(desk.file, 'utf8'))
    await writeFile(desk.file, altered)
    const again = await desk.opened()
    const { rows, notSaved, progress: kept } = await again.state(null)
    expect([rows, kept]).toEqual([0, noProgress])
    const aside = (await readdir(desk.own)).find((name) => name.includes('.damaged-'))!
    expect(notSaved).toContain('changed or damaged outside of Leadline')
    expect(notSaved).toContain(aside)
    expect(await readFile(path.join(desk.own, aside), 'utf8')).toBe(altered)
    await again.add({ records })
    await again.setProgress({ progress })
    expect(await (await desk.opened()).state(null)).toMatchObject({ rows: 700, notSaved: null, progress })
  })

  test('may be missing', async () => {
    await (await desk.keeping()).close(null)
    await rm(desk.file)
    const { rows, notSaved, progress: kept } = await (await desk.opened()).state(null)
    expect([rows, kept]).toEqual([0, noProgress])
    expect(notSaved).toContain('deleted outside of Leadline')
  })

  test('report unreadable lines and restart loading', async () => {
    await (await desk.keeping()).close(null)
    // Without progress, lines are read as they are.
    await rm(desk.progressFile)
    const lines = (await readFile(desk.file, 'utf8')).split('\n')
    lines[10] = lines[10]!.slice(0, 20)
    lines[11] = '{"id": 5}'
    await writeFile(desk.file, lines.join('\n'))
    const again = await desk.opened()
    const { rows, notSaved, progress: kept } = await again.state(null)
    expect([rows, kept]).toEqual([698, noProgress])
    const aside = (await readdir(desk.own)).find((name) => name.includes('.damaged-'))!
    expect(notSaved).toContain('2 lines could not be read')
    expect(notSaved).toContain(aside)
    expect(await readFile(path.join(desk.own, aside), 'utf8')).toBe(lines.join('\n'))
    expect((await (await desk.opened()).state(null)).rows).toBe(698)
  })

  test('are quarantined if of another kind, and left alone if newer', async () => {
    await (await desk.keeping()).close(null)
    await rm(desk.progressFile)
    await writeFile(desk.file, 'hello')
    expect((await (await desk.opened()).state(null)).notSaved).toContain('set aside')
    const newer = '{"leadline":"addresses","version":2}\nwhatever\n'
    await writeFile(desk.file, newer)
    const core = await desk.opened()
    await core.add({ records: records.slice(0, 5) })
    expect((await core.state(null)).notSaved).toContain('newer Leadline')
    expect(await readFile(desk.file, 'utf8')).toBe(newer)
  })

  test('keep readable labels and filters', async () => {
    const core = await desk.opened()
    await core.label({ id: 'a', label: 'one' })
    await core.saveFilter({ name: 'good', filters: {}, order: 'ASC' })
    const book = path.join(desk.folder, 'notes.json')
    const parsed = JSON.parse(await readFile(book, 'utf8')) as { labels: object; filters: unknown[] }
    parsed.labels = { ...parsed.labels, b: 7 }
    parsed.filters.push({ name: 'bad' })
    await writeFile(book, JSON.stringify(parsed))
    const { labels, savedFilters, notSaved } = await (await desk.opened()).state(null)
    expect([labels, savedFilters.map(({ name }) => name)]).toEqual([1, ['good']])
    expect(notSaved).toContain('partly damaged')
  })

  test('report a full disk, and write all rows later', async () => {
    const core = await desk.keeping()
    await rm(desk.file)
    await mkdir(desk.file)
    await core.add({ records: recordsOf(702).slice(700) })
    expect((await core.state(null)).notSaved).toBe(
      'The addresses could not be saved to disk: a folder has the same name. They are kept only until you quit.'
    )
    await rm(desk.file, { recursive: true })
    await core.add({ records: recordsOf(703).slice(702) })
    expect((await core.state(null)).notSaved).toBeNull()
    await core.close(null)
    expect((await (await desk.opened()).state(null)).rows).toBe(703)
  })
})

test('replace filters of the same name and report missing ones', async () => {
  const core = await desk.opened()
  await core.saveFilter({ name: 'Base', filters: { networks: ['BASE'] }, order: 'DESC' })
  const { savedFilters } = await core.saveFilter({
    name: 'base',
    filters: { networks: ['INK'] },
    order: 'ASC'
  })
  expect(savedFilters).toHaveLength(1)
  const { id } = savedFilters[0]!
  expect(await core.savedFilter({ id })).toEqual({
    id,
    name: 'base',
    filters: { networks: ['INK'] },
    order: 'ASC'
  })
  expect((await core.removeFilter({ id })).savedFilters).toEqual([])
  await expect(core.savedFilter({ id })).rejects.toThrow('no longer exists')
})

test('may end with an empty line', async () => {
  await (await desk.keeping()).close(null)
  await rm(desk.progressFile)
  await appendFile(desk.file, '\n')
  const { rows, notSaved } = await (await desk.opened()).state(null)
  expect([rows, notSaved?.includes('1 line could')]).toEqual([700, true])
})

test('shows all fields in the detail', async () => {
  const core = await desk.opened()
  const record = records.find(({ network, metadata }) => network === 'BITCOIN' && metadata !== null)!
  const bad = {
    ...record,
    id: 'bad',
    address: `${record.address.slice(0, -1)}${record.address.endsWith('q') ? 'p' : 'q'}`
  }
  const odd = { ...record, id: 'odd', network: 'NEWNET', conversionTarget: 'EUR', more: { tag: [1] } }
  await core.add({ records: [record, bad, odd] })
  const detail = await core.detail({ id: record.id })
  expect(detail.groups.join('')).toBe(record.address)
  expect(detail).toMatchObject({
    networkName: 'Bitcoin',
    verification: { state: 'right' },
    paymentUri: `bitcoin:${record.address}`
  })
  expect(detail.metadata).toEqual(Object.entries(record.metadata!))
  expect(await core.detail({ id: 'bad' })).toMatchObject({
    verification: { state: 'wrong' },
    paymentUri: null
  })
  expect(await core.detail({ id: 'odd' })).toMatchObject({
    networkName: 'NEWNET',
    verification: { state: 'unknown' },
    paymentUri: null,
    more: [['tag', '[1]']]
  })
  await expect(core.detail({ id: 'none' })).rejects.toThrow('no longer loaded')
})
