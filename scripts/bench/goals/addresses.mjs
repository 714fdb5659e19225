import { startChild } from '../child.mjs'
import { figure, judged, median } from '../report.mjs'

const seed = 20_260_105
const megabyte = 1024 * 1024

/**
 * @param {number[]} values
 * @param {number} share
 */
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/**
 * Searching a quarter of a million addresses as one types, beside a plain scan of the same rows.
 * @param {import('../workshop.mjs').Workshop} workshop
 * @returns {Promise<import('../report.mjs').Findings>}
 */
export async function addresses(workshop) {
  const rows = workshop.quick ? 50_000 : 250_000
  const what = `${rows} addresses`
  workshop.report(`loading ${what}`)
  const child = startChild(await workshop.module('addresses'))
  try {
    /** @type {{ milliseconds: number, longest: number, bytes: number, rows: number, index: number }} */
    const loaded = await child.ask('load', { rows, seed })
    workshop.report(`keeping ${what} on disk, and opening them`)
    /** @type {{ rows: number, bytesOnDisk: number, written: number, opened: number }} */
    const kept = await child.ask('keep')
    if (kept.rows !== rows) throw new Error(`${kept.rows} of ${rows} kept addresses were read.`)
    workshop.report(`searching ${what}`)
    await child.ask('gather')
    /** @type {{ indexed: number[], scanned: number[] }} */
    const taken = await child.ask('search', { count: workshop.quick ? 200 : 1000 })
    const p95 = quantile(taken.indexed, 0.95)
    const scan = quantile(taken.scanned, 0.95)
    const id = '13'
    return {
      rows: [
        judged({
          id,
          name: `search p95 in ms: ${what}`,
          ratio: p95,
          limit: 3,
          stretch: 1.5,
          direction: 'most'
        }),
        judged({
          id,
          name: `a plain scan p95, in times of ours: ${what}`,
          ratio: scan / p95,
          limit: 10,
          direction: 'least'
        }),
        judged({
          id,
          name: `memory of the store in MB: ${what}`,
          ratio: loaded.bytes / megabyte,
          limit: 150,
          direction: 'most'
        }),
        judged({
          id,
          name: `opening in s: ${what} on disk`,
          ratio: kept.opened / 1000,
          limit: 2,
          stretch: 1,
          direction: 'most'
        }),
        judged({
          id,
          name: `longest page in ms: ${what}`,
          ratio: loaded.longest,
          limit: 50,
          direction: 'most'
        })
      ],
      information: [
        ['search, median', `${figure(median(taken.indexed))} ms`],
        ['search, p95', `${figure(p95)} ms`],
        ['plain scan of the same rows, median', `${figure(median(taken.scanned))} ms`],
        ['plain scan of the same rows, p95', `${figure(scan)} ms`],
        ['taking in and indexing all pages', `${figure(loaded.milliseconds)} ms`],
        ['rows', `${figure(loaded.rows / megabyte)} MB`],
        ['index', `${figure(loaded.index / megabyte)} MB`],
        ['kept on disk', `${figure(kept.bytesOnDisk / megabyte)} MB`],
        ['writing them', `${figure(kept.written)} ms`]
      ],
      notes: ['Goal 13: each search is checked against the scan, which has to find as many rows.']
    }
  } finally {
    child.end()
  }
}
