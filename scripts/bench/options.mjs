import path from 'node:path'

/** Memory over a quarter of an hour is a soak's to measure. */
export const goalNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]
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
  for (const word of list.split(',')) {
    const number = /^\d+$/.test(word) ? Number(word) : NaN
    if (number === goalOfTheSoak) {
      return { kind: 'wrong', sentence: `Goal ${number} takes half an hour: npm run soak -- desk.` }
    }
    if (!goalNumbers.includes(number)) {
      return {
        kind: 'wrong',
        sentence: `There is no goal "${word}" to measure; there are ${goalNumbers.join(', ')}.`
      }
    }
    wanted.push(number)
  }
  return goalNumbers.filter((number) => wanted.includes(number))
}

/**
 * @param {string[]} words
 * @param {string} folder what relative paths are relative to
 * @returns {BenchOptions | Wrong}
 */
export function parseBenchOptions(words, folder) {
  const left = words.flatMap((word) => {
    const pair = /^(--[^=]+)=(.*)$/s.exec(word)
    return pair ? [pair[1] ?? '', pair[2] ?? ''] : [word]
  })
  /** @type {BenchOptions} */
  const options = { kind: 'run', quick: false, only: goalNumbers }
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--quick') options.quick = true
    else if (word === '--json') {
      const file = left.shift()
      if (!file || file.startsWith('--'))
        return { kind: 'wrong', sentence: '--json needs the name of a file.' }
      options.json = path.resolve(folder, file)
    } else if (word === '--only') {
      const goals = parseGoals(left.shift())
      if (!Array.isArray(goals)) return goals
      options.only = goals
    } else return { kind: 'wrong', sentence: `The option ${word} is not known.` }
  }
  return options
}
