import { end, start } from '../setup/run.mjs'

/**
 * @typedef {{ ask: <Result>(call: string, value?: unknown) => Promise<Result>, end: () => void }} Child
 */

/**
 * A process of its own that stays alive and answers one call after the other, so that the rounds of several can be
 * taken in turns.
 * @param {string} module
 * @param {string[]} args
 * @returns {Child}
 */
export function startChild(module, args = []) {
  const child = start(process.execPath, [module, ...args], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  let calls = 0
  let errors = ''
  let gone = false
  child.stderr?.setEncoding('utf8').on('data', (text) => (errors += text))
  child.on('message', (/** @type {{ id: number, result?: unknown, error?: string }} */ answer) => {
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.error === undefined) call?.resolve(answer.result)
    else call?.reject(new Error(`A process of the benchmark failed: ${answer.error}`))
  })
  /** @param {string} reason */
  const lose = (reason) => {
    gone = true
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  child.once('error', (error) => lose(`A process of the benchmark did not start: ${error.message}`))
  child.once('close', (code) => lose(`A process of the benchmark ended (code ${code}). ${errors.trim()}`))
  return {
    ask: (call, value) =>
      new Promise((resolve, reject) => {
        const late = () => reject(new Error('A process of the benchmark has ended.'))
        if (gone) return late()
        const id = (calls += 1)
        waiting.set(id, { resolve, reject })
        child.send({ id, call, value }, (error) => error && late())
      }),
    end: () => end(child)
  }
}
