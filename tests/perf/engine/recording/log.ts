import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { readFrames } from '../../feed/frames'
import type { Load } from '../peer'
import { serve } from '../serve'

/** Messages between two writes: half a second at 5,000 a second. */
const batch = 2500
const between = 0.2

serve({
  /** Bytes and microseconds of processor time a message. */
  async write({ messages }: Load) {
    const frames = readFrames(messages)
    const folder = await mkdtemp(path.join(tmpdir(), 'leadline-bench-log-'))
    try {
      const writer = await LogWriter.open(folder, () => 0)
      const { user, system } = process.cpuUsage()
      for (const [index, frame] of frames.entries()) {
        writer.add(index + 1, { epoch: 0, milliseconds: index * between }, 'f', frame)
        if (index % batch === batch - 1) await writer.write(true)
      }
      await writer.write(true)
      const spent = process.cpuUsage({ user, system })
      await writer.close()
      const { bytes, items, damage } = await verifyLog(folder)
      if (items !== frames.length || damage.length > 0) throw new Error('The log does not have every frame.')
      const content = frames.reduce((sum, { length }) => sum + length, 0)
      return {
        frame: content / items,
        bytes: bytes / items,
        microseconds: (spent.user + spent.system) / items
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
})
