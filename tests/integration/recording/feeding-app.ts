import process from 'node:process'
import { systemClock } from '#engine/base/clock'
import { RecorderClient } from '#engine/recording/client'
import { numberedFrame, subscription } from '../support/numbered-frames'
import { spawnRecorder } from './recorder-child'
import { everywhere } from '../../unit/engine/recording/support'

/** Records numbered frames until it is killed: RECORDER FOLDER RUN FRAMES-A-SECOND. Prints the recorder's process ID when it starts, and when it writes. */
const [recorder, folder, run, perSecond] = process.argv.slice(2) as [string, string, string, string]
const every = 10
let pid: number | undefined
let isRecording = false

const client = new RecorderClient({
  clock: systemClock,
  location: () => ({ folder, root: '', isMoved: false }),
  budgets: () => everywhere({ bytes: 1e9, days: 14, freeBytes: 0, sealedFirst: false }),
  spawn: () =>
    spawnRecorder(recorder, (child) => {
      pid = child.pid
      console.log(`${pid} started`)
    }),
  changed() {
    if (client.state.isRecording && !isRecording) console.log(`${pid} writes`)
    isRecording = client.state.isRecording
  },
  restartAfter: [20]
})
for (const event of subscription) client.recordEvent(event)
client.start()
let number = 0
const begun = systemClock.monotonic()
setInterval(() => {
  const due = ((systemClock.monotonic() - begun) / 1000) * Number(perSecond)
  for (; number < due; number++) {
    client.record('f', systemClock.monotonic(), numberedFrame(number, { run: Number(run), at: Date.now() }))
  }
}, every)
