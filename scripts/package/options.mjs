import path from 'node:path'

export const formats = /** @type {const} */ (['deb', 'rpm', 'tar'])
/** @typedef {(typeof formats)[number]} Format */
/** @typedef {{ kind: 'package', formats: Format[], out: string, repository: string | null, force: boolean }} PackageOptions no formats: only the folder */

export const usage = `Usage: npm run package -- [options]

Writes packages of the app for this system to dist/.

  --dir                 only the unpacked app
  --only FORMAT[,…]     some of the packages: ${formats.join(', ')}
  --out DIR             write to DIR
  --repository DIR      also add the .deb to the apt repository in DIR, signed with LEADLINE_SIGNING_KEY
  --runtime official    try the official Electron again, although its download failed recently
  --help                show this text

LEADLINE_UPDATE_URL and LEADLINE_UPDATE_KEYS give the packages an update source: see docs/release.md.
A package on any other runtime than the official Electron is marked as a test build.`

/**
 * @param {string[]} args
 * @param {string} folder what relative paths are relative to
 * @param {string} usual where packages go without --out
 * @returns {PackageOptions | { kind: 'help' } | { kind: 'wrong', sentence: string }}
 */
export function parsePackageOptions(args, folder, usual) {
  /** @type {PackageOptions} */
  const options = { kind: 'package', formats: [...formats], out: usual, repository: null, force: false }
  let folderOnly = false
  let only = false
  const left = args.flatMap((arg) => (/^--[^=]+=/.test(arg) ? arg.split(/=(.*)/s, 2) : [arg]))
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--help' || arg === '-h') return { kind: 'help' }
    if (arg === '--dir') {
      folderOnly = true
      continue
    }
    if (!['--only', '--out', '--repository', '--runtime'].includes(arg))
      return { kind: 'wrong', sentence: `The option ${arg} is not known.` }
    const value = left.shift()
    if (!value || value.startsWith('--'))
      return { kind: 'wrong', sentence: `The option ${arg} needs a value.` }
    if (arg === '--out') options.out = path.resolve(folder, value)
    else if (arg === '--repository') options.repository = path.resolve(folder, value)
    else if (arg === '--runtime') {
      if (value !== 'official')
        return { kind: 'wrong', sentence: `Unknown runtime "${value}"; use "official".` }
      options.force = true
    } else {
      const wanted = value.split(',')
      const unknown = wanted.find((name) => !formats.some((format) => format === name))
      if (unknown !== undefined)
        return {
          kind: 'wrong',
          sentence: `Unknown format "${unknown}"; use ${formats.join(', ')}.`
        }
      options.formats = formats.filter((format) => wanted.includes(format))
      only = true
    }
  }
  if (folderOnly && only) return { kind: 'wrong', sentence: 'Use --dir or --only, not both.' }
  if (folderOnly) options.formats = []
  if (options.repository && !options.formats.includes('deb'))
    return { kind: 'wrong', sentence: '--repository needs the package deb.' }
  return options
}
