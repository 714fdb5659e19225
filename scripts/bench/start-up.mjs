import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readJson, root } from '../setup/paths.mjs'
import { run } from '../setup/run.mjs'
import { sandboxArgs } from '../setup/runtime.mjs'
import { median } from './report.mjs'

/**
 * @typedef {{ process: string, name: string, at: number }} Mark
 * @typedef {{ spawned: number, marks: Mark[] }} Start
 */

/** `again` starts with the data of the peer's last start, and is ready with the picture of the window as it ended. */
const peers = [
  { name: 'Leadline', folder: root, again: false },
  { name: 'Leadline again', folder: root, again: true },
  { name: 'empty window', folder: path.join(root, 'tests/perf/empty-window'), again: false }
]

/**
 * One start of an app, from spawn to its last mark.
 * @param {string} executable
 * @param {string} application
 * @param {string} folder of its data
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<Start>}
 */
async function startOnce(executable, application, folder, environment) {
  const file = path.join(folder, 'marks.json')
  fs.rmSync(file, { force: true })
  const spawned = Date.now()
  const args = [...sandboxArgs(), application, `--user-data=${path.join(folder, 'data')}`, `--marks=${file}`]
  const outcome = await run(executable, args, { env: environment, milliseconds: 90_000 })
  const marks = /** @type {{ marks?: Mark[] } | undefined} */ (readJson(file))?.marks
  if (outcome.code !== 0 || !marks) {
    const reason = outcome.late ? 'it took too long' : outcome.errors.trim().slice(-1_000)
    throw new Error(`${application} did not start (code ${outcome.code}): ${reason}`)
  }
  return { spawned, marks }
}

const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'leadline-bench-'))

/** @param {string} folder */
const removeFolder = (folder) =>
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

/**
 * When the first window is shown and has painted live figures, or else its picture of the last session, where there are such.
 * @param {Start} start
 */
export function readyAfter({ spawned, marks }, live = true) {
  const of = (/** @type {string} */ name) => marks.find((mark) => mark.name === name)?.at
  const paint = of(live ? 'first live data' : 'last picture') ?? of('first paint')
  const shown = of('shown') ?? of('window shown')
  if (paint === undefined || shown === undefined)
    throw new Error('The marks lack a shown window or its first paint.')
  return Math.max(paint, shown) - spawned
}

/**
 * The median of each mark, in milliseconds after the spawn, in the order in which they happen.
 * @param {Start[]} starts
 */
export function medianMarks(starts) {
  /** @type {Map<string, { process: string, name: string, all: number[] }>} */
  const found = new Map()
  for (const { spawned, marks } of starts) {
    for (const { process, name, at } of marks) {
      // The kernel counts a process's age from a boot time that can be off by a good part of a second. A process that
      // seems older than its own spawn is left out.
      if (at < spawned) continue
      const key = `${process}\0${name}`
      const entry = found.get(key) ?? { process, name, all: [] }
      entry.all.push(at - spawned)
      found.set(key, entry)
    }
  }
  return [...found.values()]
    .map(({ process, name, all }) => ({ process, name, at: median(all) }))
    .sort((one, other) => one.at - other.at)
}

/**
 * Interleaved rounds, so that a slow moment of the machine meets both.
 * @param {string} executable
 * @param {NodeJS.ProcessEnv} environment
 * @param {number} rounds
 * @param {(text: string) => void} report
 */
export async function measureStartUp(executable, environment, rounds, report) {
  const results = peers.map((peer) => ({
    ...peer,
    data: makeFolder(),
    starts: /** @type {Start[]} */ ([])
  }))
  try {
    // The first start of each reads the files from disk and is not counted.
    for (let round = -1; round < rounds; round++) {
      report(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`)
      for (const peer of results) {
        if (!peer.again) removeFolder(peer.data)
        fs.mkdirSync(peer.data, { recursive: true })
        const start = await startOnce(executable, peer.folder, peer.data, environment)
        if (round >= 0) peer.starts.push(start)
      }
    }
  } finally {
    for (const { data } of results) removeFolder(data)
  }
  const [own, again, empty] = results.map(({ name, again: isAgain, starts }) => ({
    name,
    ready: median(starts.map((start) => readyAfter(start, !isAgain))),
    marks: medianMarks(starts)
  }))
  if (!own || !again || !empty) throw new Error('Nothing was measured.')
  return { own, again, empty }
}
