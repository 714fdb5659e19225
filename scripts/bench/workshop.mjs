import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundle } from '../bundle.mjs'
import { startChild } from './child.mjs'
import { assertTrue, interleave } from './interleave.mjs'
import { peersFolder } from './peers.mjs'
import { median } from './report.mjs'

/**
 * @typedef {import('./interleave.mjs').Feed} Feed
 * @typedef {{ seed?: number, markets: number, levels: number, messages: number, trades?: number,
 *   kind?: 'updates' | 'snapshots' }} FeedRequest
 * @typedef {ReturnType<typeof openWorkshop>} Workshop
 */

const fixedSeed = 20_260_105

/**
 * The common parts of all goals: built programs, feeds, and rounds in turns.
 * @param {{ quick: boolean }} options
 */
export function openWorkshop({ quick }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-bench-'))
  const clear = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  // An interrupted run leaves nothing behind.
  process.once('exit', clear)
  /** @type {Map<string, Promise<string>>} */
  const modules = new Map()
  /** @type {Map<string, Promise<Feed>>} */
  const feeds = new Map()
  /** @type {import('./child.mjs').Child | undefined} */
  let writer

  /** @param {string} name of a program below tests/perf/engine */
  const module = (name) => {
    const known = modules.get(name)
    if (known) return known
    const built = bundle(`tests/perf/engine/${name}.ts`, `bench/${name}`)
    modules.set(name, built)
    return built
  }

  /**
   * @param {FeedRequest} wanted
   * @returns {Promise<Feed>}
   */
  const feed = (wanted) => {
    const request = { seed: fixedSeed, trades: 0, kind: 'updates', ...wanted }
    const key = JSON.stringify(request)
    const known = feeds.get(key)
    if (known) return known
    const made = (async () => {
      writer ??= startChild(await module('feed'))
      return writer.ask('write', { request, file: path.join(folder, `feed-${feeds.size}`) })
    })()
    feeds.set(key, made)
    return made
  }

  const rounds = quick ? 5 : 15
  const milliseconds = quick ? 4000 : Infinity

  return {
    quick,
    rounds,
    milliseconds,
    /** Called with what is being measured. */
    report: (/** @type {string} */ _text) => {},
    module,
    feed,
    folder,
    /**
     * Nanoseconds of each round of each way to keep the books; all have to end with the true best prices.
     * @param {Feed} given
     * @param {string[]} names programs below tests/perf/engine/books
     */
    async books(given, names) {
      const contenders = []
      for (const name of names) contenders.push({ name, module: await module(`books/${name}`) })
      return interleave(contenders, () => ({ ...given, packages: peersFolder }), {
        rounds,
        milliseconds,
        async check(name, child) {
          if (name !== 'parse') assertTrue(name, given.truth, await child.ask('touches'))
        }
      })
    },
    close() {
      writer?.end()
      process.off('exit', clear)
      clear()
    }
  }
}

/**
 * The median of the ratios of rounds that were taken side by side.
 * @param {number[] | undefined} ours
 * @param {number[] | undefined} theirs
 */
export function ratioOf(ours = [], theirs = []) {
  return median(ours.map((value, round) => value / (theirs[round] ?? NaN)))
}
