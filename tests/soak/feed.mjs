/**
 * A desk on this computer: `npm run soak -- feed [--seats N] [--rate N] [--seconds N] [--faults N] [--seed N]`. Needs
 * Debian's nats-server.
 */
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    seats: { type: 'string', default: '8' },
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '20' },
    faults: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' }
  },
  allowPositionals: true
})
const maxMilliseconds = 5000
const { runDesk } = await import(
  pathToFileURL(await bundle('tests/integration/feed/desk.ts', 'feed-desk', ['pdfkit'])).href
)
const times = await runDesk({
  seats: Number(values.seats),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  faults: Number(values.faults),
  seed: Number(values.seed),
  say: (line) => console.log(line)
})
const late = times.filter((time) => time > maxMilliseconds)
console.log(
  `${times.length} faults, ${late.length} with more than ${maxMilliseconds / 1000} s until all seats were live`
)
process.exit(late.length > 0 ? 1 : 0)
