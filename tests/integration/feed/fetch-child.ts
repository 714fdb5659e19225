import { readFile } from 'node:fs/promises'
import { ObjectSource } from '#engine/feed/server/object-source'
import type { SharedFeed } from '#engine/recording/catalog/messages'
import { SharedRecordings } from '#engine/recording/shared/shared-recordings'
import { killAtStep } from '../support/killed-step'

/** Fetches all that is shared, and is killed at a step of the file system or after a piece of an object. */
const [feed = '', root = '', kind, count] = process.argv.slice(2)
const recordings = new SharedRecordings([
  new ObjectSource(JSON.parse(await readFile(feed, 'utf8')) as SharedFeed)
])
const { signal } = new AbortController()
const { services } = await recordings.read(root, signal)
const steps = killAtStep(kind === 'step' ? Number(count) : 0)
let pieces = 0
const onProgress = () => {
  if (++pieces === Number(count) && kind === 'piece') process.kill(process.pid, 'SIGKILL')
}
const chosen = services.map(({ id, days }) => ({ id, days: days.map(({ day }) => day) }))
await recordings.fetch(
  { root, chosen, from: null, to: null, maxBytes: 1e12 },
  { now: Date.now(), signal, onProgress }
)
recordings.dispose()
process.stdout.write(JSON.stringify({ step: steps(), piece: pieces }))
