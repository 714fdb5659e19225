import { serialize } from 'node:v8'
import type { Clock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import type { RecorderProcess } from '#engine/recording/recorder-process'
import type { RecorderReply } from '#engine/recording/messages'
import { RecordedStream } from '#engine/recording/stream-recorder'
import { servePeer } from '../peer'
import { sink } from '../sink'
import { hubPeer } from './hub-peer'

const between = 0.2
const budget = { bytes: 1, days: 1, freeBytes: 0, sealedFirst: false }

/** Clones what it is sent, as the way to another process does, and confirms it at once. */
function clonedAway(): RecorderProcess {
  let reply: (reply: RecorderReply) => void = () => undefined
  return {
    send(request) {
      sink(serialize(request).length)
      if (request.kind !== 'chunk') return
      const { base, opening, chunk } = request
      const next = base + chunk.first + chunk.count
      reply({ kind: 'written', opening, next, size: { bytes: 0, since: 0 }, notRemoved: null })
    },
    onReply(listener) {
      reply = listener
      listener({ kind: 'opened', opening: 1, next: 1 })
    },
    onEnd: () => undefined,
    kill: () => undefined
  }
}

/** The whole hub, with and without main's part of recording each frame. */
servePeer((load) => {
  const hub = hubPeer(load)
  // A captured variable would be garbage on each change.
  const now = new Float64Array(1)
  // Chunks are sent when they are full.
  const clock: Clock = { wall: () => now[0]!, monotonic: () => now[0]!, later: () => () => undefined }
  const client = new RecorderClient({
    clock,
    spawn: clonedAway,
    location: () => ({ folder: '', root: '', isMoved: false }),
    budgets: () => ({ local: budget, remote: budget }),
    changed: () => undefined
  })
  client.start()
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
    touches() {
      if (client.state.dropped > 0) throw new Error('Frames were not recorded.')
      return hub.touches()
    }
  }
})
