import os from 'node:os'
import { runSealing } from '#engine/recording/sealing/host'

const { parentPort } = process
try {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
} catch {
  // Then it has the usual one.
}
parentPort.on(
  'message',
  ({ data }) => void runSealing(data, { now: Date.now, reply: (reply) => parentPort.postMessage(reply) })
)
