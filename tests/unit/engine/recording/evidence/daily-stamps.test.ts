import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { stampDaily } from '#engine/recording/evidence/daily-stamps'
import { headsFolderOf } from '#engine/recording/evidence/day-heads'
import { dayOf } from '#engine/recording/log/segments'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { dayLength, firstDay, recordDays } from '../catalog-log'
import { Authority, serveStamps } from './authority'

const hour = 3_600_000

let authority: Authority
let log: string
let days: string[]
beforeAll(async () => {
  authority = await Authority.make()
})
beforeEach(async () => {
  log = path.join(await freshFolder(), 'log')
  days = [...new Set((await recordDays(log, 9, 3)).map(dayOf))].slice(0, 3)
})

const stamped = async () => {
  const names = await readdir(headsFolderOf(log)).catch(() => [])
  return names.filter((name) => name.endsWith('.tsr')).map((name) => name.slice(0, -4))
}

/** From the middle of the third day. */
async function begin() {
  const status = { isDown: false }
  const served = await serveStamps(async (request) =>
    status.isDown ? { status: 503, body: Buffer.alloc(0) } : { body: await authority.reply(request) }
  )
  const clock = new HandClock()
  clock.jump(firstDay + 2.5 * dayLength - clock.wall())
  const asked = { times: 0 }
  const settings = { url: served.url }
  const warnings: string[] = []
  const stop = stampDaily({
    clock,
    http: { clock, fetch: (url, init) => fetch(url, init) },
    log: () => log,
    authority() {
      asked.times += 1
      return settings.url
    },
    warn: (sentence) => warnings.push(sentence)
  })
  onTestFinished(() => {
    stop()
    served.close()
  })
  return { clock, status, asked, settings, warnings, stop, requests: served.requests }
}

test('has each day stamped once it has ended, and once only', async () => {
  const { clock, warnings, requests } = await begin()
  clock.advance(300_000)
  await expect.poll(stamped).toEqual(days.slice(0, 2))
  for (let hours = 0; hours < 11; hours += 1) clock.advance(hour)
  // The third day ends within this hour.
  clock.advance(hour)
  await expect.poll(stamped).toEqual(days)
  expect([requests.length, warnings]).toEqual([3, []])
  for (const day of days) {
    const file = path.join(headsFolderOf(log), day)
    expect(await authority.verify(`${file}.txt`, `${file}.tsr`)).toContain('Verification: OK')
  }
})

test('says why it has no time stamp, and tries again each hour', async () => {
  const { clock, status, warnings, requests } = await begin()
  status.isDown = true
  clock.advance(300_000)
  await expect.poll(() => warnings).toEqual([expect.stringContaining('503')])
  clock.advance(hour)
  await expect.poll(() => warnings).toHaveLength(2)
  expect([await stamped(), requests.length]).toEqual([[], 2])
  status.isDown = false
  clock.advance(hour)
  await expect.poll(stamped).toEqual(days.slice(0, 2))
  expect(warnings).toHaveLength(2)
})

test('sends nothing without a URL, nor after it has ended', async () => {
  const { clock, asked, settings, stop, requests } = await begin()
  const { url } = settings
  settings.url = ''
  clock.advance(dayLength)
  expect(asked.times).toBeGreaterThan(20)
  settings.url = url
  stop()
  clock.advance(dayLength)
  expect(clock.waiting).toBe(0)
  expect([await stamped(), requests]).toEqual([[], []])
})
