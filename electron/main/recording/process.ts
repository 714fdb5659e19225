import { systemClock } from '#engine/base/clock'
import { RequestReceiver } from '#engine/recording/channel/receiver'
import type { ChannelMessage } from '#engine/recording/channel/requests'
import { Recorder } from '#engine/recording/recorder'
import type { RecorderReply, RecorderRequest } from '#engine/recording/messages'

// Electron uses a message port, plain Node the usual channel.
const { parentPort } = process
const reply = (message: RecorderReply): void => {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message)
}
const recorder = new Recorder({ clock: systemClock, reply })
const receiver = new RequestReceiver((request) => recorder.receive(request))
type Message = RecorderRequest | ChannelMessage
if (parentPort) {
  parentPort.on('message', ({ data }: { data: Message }) => receiver.message(data))
} else {
  process.on('message', (message: Message) => receiver.message(message))
  // Its parent ended.
  process.on('disconnect', () => receiver.ended())
}
