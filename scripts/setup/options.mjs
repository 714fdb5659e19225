import path from 'node:path'

/**
 * @typedef {{ kind: 'run', userData?: string, shot?: string, rate?: number, link?: string, force: boolean }} StartOptions
 * @typedef {{ kind: 'help' } | { kind: 'wrong', sentence: string }} NoStart
 */

export const usage = `Usage: npm start -- [options] [leadline://LINK]

  --user-data DIR       keep settings, connections and logs in DIR
  --shot FILE.png       write a picture of every window (FILE.png, FILE-2.png, …) and end
  --sandbox-rate N      messages a second from the local sandbox (default 1000)
  --runtime official    try the official Electron again, although it could not be downloaded lately
  --help                this text`

/**
 * @param {string[]} words
 * @param {string} folder what relative paths are relative to
 * @returns {StartOptions | NoStart}
 */
export function parseStartOptions(words, folder) {
  /** @type {StartOptions} */
  const options = { kind: 'run', force: false }
  const left = words.flatMap((word) => {
    const pair = /^(--[^=]+)=(.*)$/s.exec(word)
    return pair ? [pair[1] ?? '', pair[2] ?? ''] : [word]
  })
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (/^leadline:/i.test(word)) {
      options.link = word
      continue
    }
    if (word === '--help' || word === '-h') return { kind: 'help' }
    if (!['--user-data', '--shot', '--sandbox-rate', '--runtime'].includes(word)) {
      return { kind: 'wrong', sentence: `The option ${word} is not known.` }
    }
    const value = left.shift()
    if (!value || value.startsWith('--'))
      return { kind: 'wrong', sentence: `The option ${word} needs a value.` }
    if (word === '--user-data') options.userData = path.resolve(folder, value)
    else if (word === '--shot') {
      if (!value.endsWith('.png')) return { kind: 'wrong', sentence: 'A picture’s name must end in .png.' }
      options.shot = path.resolve(folder, value)
    } else if (word === '--sandbox-rate') {
      const rate = Number(value)
      if (!Number.isInteger(rate) || rate < 1 || rate > 50_000)
        return { kind: 'wrong', sentence: 'The rate of the sandbox must be a number from 1 to 50000.' }
      options.rate = rate
    } else if (value === 'official') options.force = true
    else return { kind: 'wrong', sentence: `The runtime ${value} is not known; there is "official".` }
  }
  return options
}

/** Where the caller stands: npm itself moves to the project's folder. */
export const callerFolder = () => process.env['INIT_CWD'] ?? process.cwd()
