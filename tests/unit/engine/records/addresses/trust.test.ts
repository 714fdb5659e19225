import { readdir, stat } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { noProgress } from '#engine/records/addresses/keep/progress-file'
import { openCore, question } from './desk'
import { ids, progress, records, SavedDesk } from './saved-desk'

let desk: SavedDesk
beforeEach(async () => {
  desk = await SavedDesk.create()
})

describe('a connection with another service', () => {
  test('starts over, and restores its addresses when changed back; labels and filters stay', async () => {
    const core = await desk.keeping()
    await core.label({ id: ids[3]!, label: 'Cold desk' })
    await core.close(null)
    const other = openCore(desk.folder, 'elsewhere')
    await other.open(null)
    expect(await other.state(null)).toMatchObject({
      rows: 0,
      keepOnDisk: true,
      labels: 1,
      progress: noProgress
    })
    await other.add({ records: records.slice(0, 9) })
    await other.close(null)
    expect(await (await desk.opened()).state(null)).toMatchObject({ rows: 700, labels: 1, progress })
    const back = openCore(desk.folder, 'elsewhere')
    await back.open(null)
    expect((await back.state(null)).rows).toBe(9)
    await back.clear(null)
    expect((await (await desk.opened()).state(null)).rows).toBe(700)
    await back.keepOnDisk({ keep: false })
    expect(await readdir(desk.folder)).toEqual(['notes.json'])
  })
})

describe('an address that changes under the same ID', () => {
  const changed = { ...records[5]!, address: records[6]!.address }

  test('is reported with the previous one until acknowledged', async () => {
    const core = await desk.keeping()
    expect(await core.add({ records: [changed] })).toEqual({ added: 0, changed: 1, replaced: 1 })
    expect(await core.add({ records: [{ ...records[7]!, metadata: { a: 'b' } }] })).toMatchObject({
      replaced: 0
    })
    await core.close(null)
    const again = await desk.opened()
    expect((await again.state(null)).replaced).toEqual({ count: 1, ids: [changed.id] })
    const detail = await again.detail({ id: changed.id })
    expect([detail.address, detail.previous?.address]).toEqual([records[6]!.address, records[5]!.address])
    await again.ask({ view: 'test', sequence: 0, question: question() })
    const { rows } = await again.slice({ view: 'test', from: 0, count: 20 })
    expect(rows.filter(({ replaced }) => replaced).map(({ id }) => id)).toEqual([changed.id])
    await again.seen({ id: changed.id })
    expect((await again.detail({ id: changed.id })).previous).toBeNull()
    await again.close(null)
    expect((await (await desk.opened()).state(null)).replaced.count).toBe(0)
  })

  test('is reported with the address the user knew', async () => {
    const core = await desk.opened()
    await core.add({ records: [records[5]!] })
    await core.add({ records: [changed] })
    await core.add({ records: [{ ...changed, address: records[8]!.address }] })
    expect((await core.detail({ id: changed.id })).previous?.address).toBe(records[5]!.address)
  })
})

test('distinguishes addresses from disk and from the service', async () => {
  await (await desk.keeping()).close(null)
  const core = await desk.opened()
  const before = await core.detail({ id: ids[3]! })
  expect(before.receivedAt).toBeNull()
  expect(before.keptAt).toBe((await stat(desk.file)).mtimeMs)
  await core.add({ records: [records[3]!] })
  const after = await core.detail({ id: ids[3]! })
  expect(after.keptAt).toBeNull()
  expect(after.receivedAt).toBeGreaterThan(Date.now() - 60_000)
})
