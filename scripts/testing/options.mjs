/**
 * `packaged` runs the e2e tests against the app as it is installed.
 * @typedef {{ kind: 'run', only: string[], force: boolean, packaged: boolean, args: string[] }
 *   | { kind: 'wrong', sentence: string } | { kind: 'help' }} TestOptions
 */

/**
 * @param {string[]} args
 * @param {string[]} names what can be run
 * @returns {TestOptions}
 */
export function parseTestOptions(args, names) {
  const left = [...args]
  /** @type {string[]} */
  let only = []
  let force = false
  let packaged = false
  const passedOn = []
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--only') {
      only = (left.shift() ?? '').split(',').filter(Boolean)
      const unknown = only.find((name) => !names.includes(name))
      if (only.length === 0) return { kind: 'wrong', sentence: '--only needs a name.' }
      if (unknown) return { kind: 'wrong', sentence: `There is no ${unknown} to run.` }
    } else if (arg === '--runtime' && left[0] === 'official') {
      left.shift()
      force = true
    } else if (arg === '--packaged') packaged = true
    else if (arg === '--help' && only.length === 0) return { kind: 'help' }
    else passedOn.push(arg)
  }
  if (passedOn.length > 0 && only.length !== 1) {
    return { kind: 'wrong', sentence: `The option ${passedOn[0]} needs --only with one name to go to.` }
  }
  if (packaged && !only.includes('e2e')) return { kind: 'wrong', sentence: '--packaged needs --only e2e.' }
  return { kind: 'run', only, force, packaged, args: passedOn }
}
