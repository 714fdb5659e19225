import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { noProgress, type Progress } from '#engine/records/addresses/keep/progress-file'
import type { AddressCore } from '#engine/records/addresses/worker/core'
import { freshFolder } from '../../../../integration/support/folder'
import { inOrder, openCore, question, recordsOf } from './desk'

const records = inOrder(recordsOf(700))
const ids = records.map(({ id }) => id)
const progress: Progress = {
  ...noProgress,
  newest: records.at(-1)!.createdAt.text,
  oldest: records[0]!.createdAt.text,
  cursor: 'here'
}

let folder: string
beforeEach(async () => {
  folder = path.join(await freshFolder(), 'profile')
})
const own = () => path.join(folder, 'service-here')
const file = () => path.join(own(), 'addresses.jsonl')

async function opened(): Promise<AddressCore> {
  const core = openCore(folder)
  await core.open(null)
  return core
}

async function keeping(): Promise<AddressCore> {
  const core = await opened()
  await core.add({ records: records.slice(0, 300) })
  await core.keepOnDisk({ keep: true })
  await core.add({ records: records.slice(300) })
  await core.setProgress({ progress })
  return core
}

describe('a connection with another service', () => {
  test('starts over, and restores its addresses when changed back; labels and filters stay', async () => {
    const core = await keeping()
    await core.label({ id: ids[3]!, label: 'Cold desk' })
    await core.close(null)
    const other = openCore(folder, 'elsewhere')
    await other.open(null)
    expect(await other.state(null)).toMatchObject({
      rows: 0,
      keepOnDisk: true,
      labels: 1,
      progress: noProgress
    })
    await other.add({ records: records.slice(0, 9) })
    await other.close(null)
    expect(await (await opened()).state(null)).toMatchObject({ rows: 700, labels: 1, progress })
    const back = openCore(folder, 'elsewhere')
    await back.open(null)
    expect((await back.state(null)).rows).toBe(9)
    await back.clear(null)
    expect((await (await opened()).state(null)).rows).toBe(700)
    await back.keepOnDisk({ keep: false })
    expect(await readdir(folder)).toEqual(['notes.json'])
  })
})

describe('an address that changes under the same ID', () => {
  const changed = { ...records[5]!, address: records[6]!.address }

  test('is reported with the previous one until acknowledged', async () => {
    const core = await keeping()
    expect(await core.add({ records: [changed] })).toEqual({ added: 0, changed: 1, replaced: 1 })
    expect(await core.add({ records: [{ ...records[7]!, metadata: { a: 'b' } }] })).toMatchObject({
      replaced: 0
    })
    await core.close(null)
    const again = await opened()
    expect((await again.state(null)).replaced).toEqual({ count: 1, ids: [changed.id] })
    const detail = await again.detail({ id: changed.id })
    expect([detail.address, detail.previous?.address]).toEqual([records[6]!.address, records[5]!.address])
    await again.ask({ view: 'test', sequence: 0, question: question() })
    const { rows } = await again.slice({ view: 'test', from: 0, count: 20 })
    expect(rows.filter(({ replaced }) => replaced).map(({ id }) => id)).toEqual([changed.id])
    await again.seen({ id: changed.id })
    expect((await again.detail({ id: changed.id })).previous).toBeNull()
    await again.close(null)
    expect((await (await opened()).state(null)).replaced.count).toBe(0)
  })

  test('is reported with the address the user knew', async () => {
    const core = await opened()
    await core.add({ records: [records[5]!] })
    await core.add({ records: [changed] })
    await core.add({ records: [{ ...changed, address: records[8]!.address }] })
    expect((await core.detail({ id: changed.id })).previous?.address).toBe(records[5]!.address)
  })
})

test('distinguishes addresses from disk and from the service', async () => {
  await (await keeping()).close(null)
  const core = await opened()
  const before = await core.detail({ id: ids[3]! })
  expect(before.receivedAt).toBeNull()
  expect(before.keptAt).toBe((await stat(file())).mtimeMs)
  await core.add({ records: [records[3]!] })
  const after = await core.detail({ id: ids[3]! })
  expect(after.keptAt).toBeNull()
  expect(after.receivedAt).toBeGreaterThan(Date.now() - 60_000)
})
