import { truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { needRoom } from '#engine/recording/evidence/room'
import { freshFolder } from '../../../../integration/support/folder'

const gigabyte = 1e9

test('evidence of alerts fills neither its folder nor the disk', async () => {
  const folder = path.join(await freshFolder(), 'evidence')
  const free = (bytes: number) => () => Promise.resolve(bytes)
  await needRoom(folder, free(gigabyte))
  await expect(needRoom(folder, free(gigabyte - 1))).rejects.toMatchObject({
    problem: { code: 'recording.space', retryable: true }
  })
  for (const [name, bytes] of [
    ['one.zip', gigabyte / 2],
    ['two.zip', gigabyte / 2 - 1]
  ] as const) {
    await writeFile(path.join(folder, name), '')
    await truncate(path.join(folder, name), bytes)
  }
  await needRoom(folder, free(gigabyte))
  await writeFile(path.join(folder, 'three.zip'), 'x')
  await expect(needRoom(folder, free(gigabyte))).rejects.toMatchObject({
    problem: { code: 'evidence.full', retryable: false }
  })
})
