import path from 'node:path'

/** Memory over a quarter of an hour is a soak's to measure. */
export const goalNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21]
const goalOfTheSoak = 12

/** @typedef {{ kind: 'run', quick: boolean, only: number[], json?: string }} BenchOptions */
/** @typedef {{ kind: 'wrong', sentence: string }} Wrong */

/**
 * @param {string | undefined} list
 * @returns {number[] | Wrong}
 */
function parseGoals(list) {
  if (!list || list.startsWith('--')) {
    return { kind: 'wrong', sentence: '--only needs the numbers of goals, such as --only 1,2,5.' }
  }
  /** @type {number[]} */
  const wanted = []
  for (const text of list.split(',')) {
    const number = /^\d+$/.test(text) ? Number(text) : NaN
    if (number === goalOfTheSoak) {
      return { kind: 'wrong', sentence: `Goal ${number} takes half an hour: npm run soak -- desk.` }
    }
    if (!goalNumbers.includes(number)) {
      return {
        kind: 'wrong',
        sentence: `There is no goal "${text}" to measure; there are ${goalNumbers.join(', ')}.`
      }
    }
    wanted.push(number)
  }
  return goalNumbers.filter((number) => wanted.includes(number))
}

/**
 * @param {string[]} args
 * @param {string} folder what relative paths are relative to
 * @returns {BenchOptions | Wrong}
 */
export function parseBenchOptions(args, folder) {
  const left = args.flatMap((arg) => {
    const pair = /^(--[^=]+)=(.*)$/s.exec(arg)
    return pair ? [pair[1] ?? '', pair[2] ?? ''] : [arg]
  })
  /** @type {BenchOptions} */
  const options = { kind: 'run', quick: false, only: goalNumbers }
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--quick') options.quick = true
    else if (arg === '--json') {
      const file = left.shift()
      if (!file || file.startsWith('--'))
        return { kind: 'wrong', sentence: '--json needs the name of a file.' }
      options.json = path.resolve(folder, file)
    } else if (arg === '--only') {
      const goals = parseGoals(left.shift())
      if (!Array.isArray(goals)) return goals
      options.only = goals
    } else return { kind: 'wrong', sentence: `The option ${arg} is not known.` }
  }
  return options
}
