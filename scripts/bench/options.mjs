import path from 'node:path'

/**
 * @param {string[]} words
 * @param {string} folder what relative paths are relative to
 * @returns {{ kind: 'run', quick: boolean, json?: string } | { kind: 'wrong', sentence: string }}
 */
export function parseBenchOptions(words, folder) {
  const left = [...words]
  /** @type {{ kind: 'run', quick: boolean, json?: string }} */
  const options = { kind: 'run', quick: false }
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--quick') options.quick = true
    else if (word === '--json') {
      const file = left.shift()
      if (!file) return { kind: 'wrong', sentence: '--json needs the name of a file.' }
      options.json = path.resolve(folder, file)
    } else return { kind: 'wrong', sentence: `The option ${word} is not known.` }
  }
  return options
}
