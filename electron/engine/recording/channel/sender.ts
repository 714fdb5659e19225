import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Clock } from '../../base/clock'
import type { RecorderRequest } from '../messages'
import type { RecorderProcess } from '../recorder-process'
import { encodeRequest, type ChannelMessage } from './requests'

type MessagedRecorder = Omit<RecorderProcess, 'send'> & {
  send(message: RecorderRequest | ChannelMessage): void
}

const tokenLength = 32
/** Of the path of a socket: a longer one may be cut. */
const maxPath = 100
/** Milliseconds until a recorder has to have ended once its socket was closed. */
const endWithin = 1000

/** Only its owner can reach the sockets in it. */
export async function emptyChannelFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
}

/**
 * Sends requests through a socket, which costs main a fraction of what a message costs. They are messages until the
 * recorder has connected, and for good if it cannot.
 * @param folder of the socket's file, which is removed once the recorder has connected
 */
export function withChannel(clock: Clock, recorder: MessagedRecorder, folder: string): RecorderProcess {
  let channel: Socket | null = null
  const file = path.join(folder, randomBytes(8).toString('hex'))
  const token = randomBytes(tokenLength)
  const server = createServer((peer) => {
    peer.on('error', () => peer.destroy())
    peer.once('data', (given) => {
      if (channel || given.length !== tokenLength || !timingSafeEqual(given, token)) return peer.destroy()
      server.close()
      // The last message: the recorder reads the socket from then on, so the order is kept.
      recorder.send({ kind: 'connected' })
      channel = peer
      peer.once('close', () => recorder.onEnd(clock.later(endWithin, () => recorder.kill())))
    })
  })
  server.on('error', () => server.close())
  recorder.onEnd(() => server.close())
  if (Buffer.byteLength(file) <= maxPath)
    server.listen(file, () => recorder.send({ kind: 'connect', file, token }))
  return {
    ...recorder,
    send(request) {
      if (!channel) return recorder.send(request)
      for (const part of encodeRequest(request)) if (part.length > 0) channel.write(part)
    }
  }
}
