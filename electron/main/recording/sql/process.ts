import { writeFileSync } from 'node:fs'
import { systemClock } from '#engine/base/clock'
import { SqlHost } from '#engine/recording/sql/host'
import type { SqlReply } from '#engine/recording/sql/messages'

// Electron uses a message port, plain Node the usual channel.
const { parentPort } = process
const reply = (message: SqlReply): void => {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message)
}
try {
  // If memory runs out, Linux ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}
const host = new SqlHost({
  clock: systemClock,
  load: () => import('@duckdb/node-api'),
  reply,
  memory: () => process.memoryUsage.rss(),
  exit: () => process.exit(1)
})
if (parentPort) parentPort.on('message', ({ data }) => host.receive(data))
else process.on('message', (message) => host.receive(message)).on('disconnect', () => process.exit())
