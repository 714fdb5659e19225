/**
 * Compares the scanner with JSON.parse and the decoder on mutated frames: `npm run soak -- fuzz [--frames N] [--seed
 * N] [--from N]`. Frames are reproducible from seed and number.
 */
import { Buffer } from 'node:buffer'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '../../scripts/bundle.mjs'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' }
  }
})
const [frames, seed, from] = [values.frames, values.seed, values.from].map(Number)
if (![frames, seed, from].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  process.stderr.write('Frames, seed and from are whole numbers.\n')
  process.exit(2)
}

/** The share of canonical frames on the fast path. */
const minShare = 0.999
const feedFrames = 100_000

const built = await bundle('tests/unit/shared/wire/fuzz/index.ts', 'fuzz')
const { Comparison, fuzz, sandboxFeed } = await import(pathToFileURL(built).href)

const percent = (part, whole) => `${((100 * part) / Math.max(whole, 1)).toFixed(3)} %`
const faults = []
const report = ({ why, frame }, replay) => {
  faults.push(
    `${why}\n  ${JSON.stringify(new TextDecoder().decode(frame))}\n` +
      `  base64 ${Buffer.from(frame).toString('base64')}${replay ? `\n  again: ${replay}` : ''}`
  )
}

const { markets, frames: feed } = sandboxFeed(seed, feedFrames)
const comparison = new Comparison(markets)
let feedFast = 0
for (const frame of feed) {
  const { fast, why } = comparison.compare(frame)
  if (fast) feedFast += 1
  if (why !== null) report({ why, frame })
}

const started = Date.now()
const outcome = fuzz({
  seed,
  frames,
  from,
  progress: (done) =>
    process.stderr.write(`${done} frames, ${((Date.now() - started) / 1000).toFixed(0)} s\n`)
})
// Includes the previous frame, whose data in the buffer may matter.
for (const mismatch of outcome.mismatches) {
  const first = Math.max(mismatch.index - 1, 0)
  report(
    mismatch,
    `npm run soak -- fuzz --seed ${seed} --from ${first} --frames ${mismatch.index - first + 1}`
  )
}

const shares = [
  ["the sandbox's own feed", feedFast, feed.length],
  ['frames as the service writes them', outcome.canonicalFast, outcome.canonical]
]
for (const [what, fast, all] of shares) {
  if (fast < minShare * all) faults.push(`Of ${what} only ${percent(fast, all)} were on the fast path.`)
}
process.stdout.write(
  [
    ...shares.map(
      ([what, fast, all]) => `${what}: ${fast} of ${all} on the fast path (${percent(fast, all)})`
    ),
    `mutated frames: ${outcome.mutatedFast} of ${outcome.mutated} on the fast path ` +
      `(${percent(outcome.mutatedFast, outcome.mutated)}), ${outcome.mutatedMarket} still market messages`,
    `${frames} frames from seed ${seed}, ${outcome.mismatches.length} mismatches`,
    ...(faults.length === 0 ? ['It held.'] : faults)
  ].join('\n') + '\n'
)
process.exit(faults.length === 0 ? 0 : 1)
