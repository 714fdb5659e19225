import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect } from 'vitest'
import { openUpdateFile, Updates } from '#engine/app/updates/index'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { newKey, release, signed, sourceOf } from './release'

const url = 'https://updates.test/leadline.json'
export const key = newKey()
export const hour = 3_600_000
const open: Updates[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose()
})

interface Setting {
  readonly folder?: string
  readonly clock?: HandClock
  readonly answer?: () => Response | Promise<Response>
  readonly version?: string
  readonly on?: boolean
  readonly random?: () => number
}

export async function start({ version = '0.1.0', on = false, random = () => 0.5, ...more }: Setting = {}) {
  const folder = more.folder ?? (await freshFolder())
  const clock = more.clock ?? new HandClock()
  const current = { answer: more.answer ?? (() => new Response(signed(release({}, clock.wall()), key))) }
  const asked: number[] = []
  const file = await openUpdateFile({ file: path.join(folder, 'updates.json'), clock })
  const updates = new Updates({
    file,
    folder: path.join(folder, 'updates'),
    fetch: async () => {
      asked.push(clock.wall())
      return current.answer()
    },
    clock,
    random,
    source: sourceOf(url, key),
    version,
    on,
    notes: [...new Set(['0.1.1', 'Notes', version, '0.1.10', '0.2.0-test.1', '0.1.0'])].map((each) => ({
      version: each,
      released: null,
      text: each
    })),
    system: 'linux-x64',
    way: 'page',
    onChange: () => undefined
  })
  open.push(updates)
  const idle = () => expect.poll(() => updates.state().checking).toBe(false)
  /** In steps, so that each timer is set before the next is due. */
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= hour) {
      clock.advance(Math.min(left, hour))
      await idle()
    }
  }
  return { updates, clock, asked, folder, current, idle, pass }
}
export type Started = Awaited<ReturnType<typeof start>>

export async function turnOn({ updates, pass, idle }: Started) {
  updates.setOn(true)
  await pass(1)
  await idle()
}

/** As an edit of `updates.json` while the app was not running. */
export async function edited(desk: Started, change: (content: Record<string, unknown>) => object) {
  await desk.updates.dispose()
  const file = path.join(desk.folder, 'updates.json')
  const content = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  await writeFile(file, JSON.stringify({ ...content, ...change(content) }))
  return start({ on: true, folder: desk.folder, clock: desk.clock })
}
