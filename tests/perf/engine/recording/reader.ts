import process from 'node:process'
import { RequestReceiver } from '#engine/recording/channel/receiver'
import type { ChannelMessage } from '#engine/recording/channel/requests'
import type { RecorderReply, RecorderRequest } from '#engine/recording/messages'

/** Reads what main sends, as the recorder does, but writes nothing. Says how far it has read when it gets budgets. */
const reply = (message: RecorderReply) => process.send?.(message)
let next = 1
const receiver = new RequestReceiver((request) => {
  if (request.kind === 'open') reply({ kind: 'opened', opening: 1, next })
  if (request.kind === 'chunk') next = request.base + request.chunk.first + request.chunk.count
  if (request.kind === 'budgets')
    reply({ kind: 'written', opening: 1, next, size: { bytes: 0, since: 0 }, notRemoved: null })
})
process.on('message', (message: RecorderRequest | ChannelMessage) => {
  receiver.message(message)
  if (message.kind === 'connected') reply({ kind: 'alive' })
})
process.once('disconnect', () => process.exit(0))
