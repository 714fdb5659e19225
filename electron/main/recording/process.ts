import { systemClock } from '#engine/base/clock'
import { Recorder } from '#engine/recording/recorder'
import type { RecorderReply, RecorderRequest } from '#engine/recording/messages'

// Electron uses a message port, plain Node the usual channel.
const { parentPort } = process
const reply = (message: RecorderReply): void => {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message)
}
const recorder = new Recorder({ clock: systemClock, reply })
if (parentPort) {
  parentPort.on('message', ({ data }: { data: RecorderRequest }) => recorder.receive(data))
} else {
  process.on('message', (request: RecorderRequest) => recorder.receive(request))
  // Its parent ended.
  process.on('disconnect', () => recorder.receive({ kind: 'close' }))
}
