import path from 'node:path'
import { expect, test } from 'vitest'
import { tradesOf } from '#engine/recording/keyframes/files'
import { KeyframeFollower } from '#engine/recording/keyframes/follower'
import { membersOf } from '#engine/recording/keyframes/members'
import { readEnds } from '#engine/recording/log/ends'
import { listSegments } from '#engine/recording/log/segments'
import { LogWriter } from '#engine/recording/log/writer'
import { freshFolder } from '../../../../integration/support/folder'
import { LogScript } from '../log-script'

/** One term of a collector: numbers from `seq` on, and a trade each second. */
async function lead(folder: string, seq: number, time: number): Promise<void> {
  const script = new LogScript()
  script.now = time
  script.event('clock', { epoch: time - 2000, start: true, shared: true }).subscribed()
  script.snapshot([['9', '3']], [['10', '2']])
  for (let trade = 0; trade < 20; trade += 1) script.trade('10', '1').pass(1000)
  const writer = await LogWriter.open(folder, () => time, Infinity, { seq, time })
  const keyframes = new KeyframeFollower(folder, 10_000)
  for (const [index, item] of script.items.entries()) {
    const arrival = { epoch: item.milliseconds, milliseconds: 0 }
    writer.add(seq + index, arrival, item.kind, item.content)
    await writer.write(false)
    await keyframes.follow()
  }
  await keyframes.finish()
  await keyframes.dispose()
  await writer.close()
}

test('a collector that leads again does not claim that there were no trades meanwhile', async () => {
  const folder = path.join(await freshFolder(), 'log')
  const time = Date.UTC(2026, 10, 24, 10)
  await lead(folder, 1000, time)
  await lead(folder, 5_000_000, time + 60_000)
  await lead(folder, 9_000_000, time + 120_000)
  const segments = await listSegments(folder)
  expect(segments).toHaveLength(3)
  for (const segment of segments) {
    const { first, last } = (await readEnds(segment))!
    const parts = await membersOf(tradesOf(segment))
    expect(parts[0]!.facts.firstSeq).toBeGreaterThanOrEqual(first.firstSeq)
    expect(parts.at(-1)!.facts.lastSeq).toBe(last.lastSeq)
  }
})
