/**
 * Memory of the running desk: `npm run soak -- desk [--seconds N] [--warm-up N] [--rate N]`. Four windows of six
 * panels at 2000 messages a second; after the warm-up, the slope over 15 minutes may add at most a tenth per hour.
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { _electron } from '@playwright/test'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '900' },
    // Histories of up to fifteen minutes are then full.
    'warm-up': { type: 'string', default: '960' },
    rate: { type: 'string', default: '2000' }
  },
  allowPositionals: true
})
const allowed = 0.1
const root = path.dirname(path.dirname(import.meta.dirname))
const built = await bundle('tests/perf/desk/memory.ts', 'soak/desk', ['@playwright/test'])
const { watchMemory, growthInAnHour } = await import(pathToFileURL(built).href)
const samples = await watchMemory(
  _electron,
  {
    root,
    executable: process.env.LEADLINE_ELECTRON,
    rate: Number(values.rate),
    warmUp: Number(values['warm-up']),
    seconds: Number(values.seconds)
  },
  (text) => console.log(text)
)
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
const first = samples[0]
const last = samples.at(-1)
for (const kind of Object.keys(first.kinds)) {
  const own = samples.map(({ at, kinds }) => ({ at, bytes: kinds[kind] ?? 0 }))
  const share = (growthInAnHour(own) * 100).toFixed(1)
  console.log(
    `${kind}: ${megabytes(first.kinds[kind])} to ${megabytes(last.kinds[kind])}, ${share} % an hour`
  )
}
const growth = growthInAnHour(samples)
console.log(
  `All: ${megabytes(first.bytes)} to ${megabytes(last.bytes)} over ${values.seconds} s; the slope adds ${(growth * 100).toFixed(1)} % in an hour (at most ${allowed * 100} %).`
)
process.exitCode = growth > allowed ? 1 : 0
