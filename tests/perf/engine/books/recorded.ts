import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import type { RecorderReply } from '#engine/recording/messages'
import { RecordedStream } from '#engine/recording/stream-recorder'
import { spawnRecorder } from '../../../integration/recording/recorder-child'
import { servePeer, type Load } from '../peer'
import { hubPeer } from './hub-peer'

interface RecordedLoad extends Load {
  /** The program that reads what is sent. */
  readonly reader: string
  /** A folder for its socket. */
  readonly work: string
}

const between = 0.2
const budget = { bytes: 1, days: 1, freeBytes: 0, sealedFirst: false }

/** The whole hub, with and without main's part of recording each frame: the copy, and the way to the other process. */
servePeer(async (load: RecordedLoad) => {
  const hub = hubPeer(load)
  // A captured variable would be garbage on each change.
  const now = new Float64Array(1)
  // Chunks are sent when they are full.
  const clock: Clock = { wall: () => now[0]!, monotonic: () => now[0]!, later: () => () => undefined }
  const replies = new EventTarget()
  const client = new RecorderClient({
    clock,
    spawn() {
      const recorder = spawnRecorder(load.reader, mkdtempSync(path.join(load.work, 'socket-')))
      recorder.onReply(({ kind }: RecorderReply) => replies.dispatchEvent(new Event(kind)))
      return recorder
    },
    location: () => ({ folder: '', root: '', isMoved: false }),
    budgets: () => ({ local: budget, remote: budget }),
    changed: () => undefined
  })
  const connected = once(replies, 'alive')
  client.start()
  await connected
  const stream = new RecordedStream(client)
  let isRecorded = true
  return {
    take(frame) {
      const at = now[0]! + between
      now[0] = at
      if (isRecorded) stream.reading()
      hub.take(frame)
      if (isRecorded) stream.frame(frame, false, at)
    },
    turn: (isOn) => void (isRecorded = isOn),
    /** Everything was read; the same pause where nothing was recorded. */
    async rest() {
      const written = once(replies, 'written')
      client.applyBudgets()
      await written
    },
    touches() {
      if (client.state.dropped > 0) throw new Error('Frames were not recorded.')
      return hub.touches()
    }
  }
})
