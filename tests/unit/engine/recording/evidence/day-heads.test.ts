import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { headsFolderOf, stampDayHeads } from '#engine/recording/evidence/day-heads'
import { nonceOf, stampRequest } from '#engine/recording/evidence/timestamp'
import { readFacts } from '#engine/recording/log/member'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { freshFolder } from '../../../../integration/support/folder'
import { dayLength, firstDay, recordDays } from '../catalog-log'
import { Authority } from './authority'

test('each finished day is stamped once, with the head that the next day continues', async () => {
  const log = path.join(await freshFolder(), 'log')
  const files = await recordDays(log, 7, 4)
  const days = [...new Set(files.map(dayOf))]
  const authority = await Authority.make()
  const stamped: string[] = []
  const stamp = async (content: Uint8Array) => {
    stamped.push(Buffer.from(content).toString('utf8'))
    return authority.reply(stampRequest(content, nonceOf(Buffer.alloc(8))))
  }
  // In the middle of the last day.
  const now = firstDay + 3.5 * dayLength
  await stampDayHeads(log, { now, stamp })
  await stampDayHeads(log, { now, stamp })
  expect(stamped.map((text) => text.split('\t')[0])).toEqual(days.slice(0, 3))
  for (const text of stamped) {
    const [day = '', segment = '', seq, digest] = text.trimEnd().split('\t')
    const file = path.join(headsFolderOf(log), day)
    expect(await readFile(`${file}.txt`, 'utf8')).toBe(text)
    expect(await authority.verify(`${file}.txt`, `${file}.tsr`)).toContain('Verification: OK')
    const last = files.findLast((each) => dayOf(each) === day)!
    expect(segment).toBe(path.basename(last))
    const lines = gunzipSync(await readFile(last))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    expect(lines.at(-1)!.split('\t')[0]).toBe(seq)
    const next = (await listSegments(log))[files.indexOf(last) + 1]!
    expect(readFacts(await readFile(next))!.previous.toString('hex')).toBe(digest)
  }
})

test('a day without a stamp is tried again, and later days wait for it', async () => {
  const log = path.join(await freshFolder(), 'log')
  const days = new Set((await recordDays(log, 8, 3)).map(dayOf))
  let asked = 0
  const now = firstDay + 10 * dayLength
  const refuse = () => {
    asked += 1
    return Promise.resolve(null)
  }
  await stampDayHeads(log, { now, stamp: refuse })
  expect(asked).toBe(1)
  expect(await readdir(headsFolderOf(log)).catch(() => [])).toEqual([])
  await stampDayHeads(log, { now, stamp: () => Promise.resolve(Buffer.from('stamp')) })
  expect(await readdir(headsFolderOf(log))).toHaveLength(2 * days.size)
})
