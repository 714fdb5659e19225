import path from 'node:path'

/**
 * `app` is handed to the app as it is, `--NAME=VALUE`.
 * @typedef {{ kind: 'run', app: Record<string, string>, link?: string, force: boolean }} StartOptions
 * @typedef {{ kind: 'help' } | { kind: 'wrong', sentence: string }} NoStart
 */

export const usage = `Usage: npm start -- [options] [leadline://LINK]

  --user-data DIR       keep settings, connections and logs in DIR
  --shot FILE.png       save a screenshot of each window (FILE.png, FILE-2.png, …) and quit
    --panel KIND        of one panel instead: chart, depth, … (any other name lists them all)
    --view NAME         of one view instead: markets, settings, … (any other name lists them all)
    --size WxH          of this size in pixels, such as 1280x800
    --after SECONDS     taken this long after the window is complete
  --sandbox-rate N      messages a second from the local sandbox (default 1000)
  --runtime official    try the official Electron again, although its download failed recently
  --help                show this text

--panel and --view start in an empty temporary folder, unless --user-data names another one.`

/**
 * The problem with the value of an option, or null.
 * @type {Record<string, (value: string) => string | null>}
 */
const checks = {
  'user-data': () => null,
  shot: (value) => (value.endsWith('.png') ? null : 'The name of a screenshot must end in .png.'),
  panel: () => null,
  view: () => null,
  size: (value) => (/^\d{3,4}x\d{3,4}$/.test(value) ? null : '--size needs pixels such as 1280x800.'),
  after: (value) => whole('--after', value, 3600),
  'sandbox-rate': (value) => whole('--sandbox-rate', value, 50_000),
  runtime: (value) =>
    value === 'official' ? null : `The runtime ${value} is not known; there is "official".`
}
const files = ['user-data', 'shot']
const ofShot = ['panel', 'view', 'size', 'after']

/**
 * @param {string} option
 * @param {string} value
 * @param {number} max
 */
const whole = (option, value, max) =>
  /^[1-9]\d*$/.test(value) && Number(value) <= max ? null : `${option} needs a whole number from 1 to ${max}.`

/**
 * @param {string[]} args
 * @param {string} folder what relative paths are relative to
 * @returns {StartOptions | NoStart}
 */
export function parseStartOptions(args, folder) {
  /** @type {StartOptions} */
  const options = { kind: 'run', app: {}, force: false }
  const left = args.flatMap((arg) => {
    const pair = /^(--[^=]+)=(.*)$/s.exec(arg)
    return pair ? [pair[1] ?? '', pair[2] ?? ''] : [arg]
  })
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (/^leadline:/i.test(arg)) {
      options.link = arg
      continue
    }
    if (arg === '--help' || arg === '-h') return { kind: 'help' }
    const name = arg.replace(/^--/, '')
    const check = name === arg ? undefined : checks[name]
    if (!check) return { kind: 'wrong', sentence: `The option ${arg} is not known.` }
    const value = left.shift()
    if (!value || value.startsWith('--'))
      return { kind: 'wrong', sentence: `The option ${arg} needs a value.` }
    const sentence = check(value)
    if (sentence) return { kind: 'wrong', sentence }
    if (name === 'runtime') options.force = true
    else options.app[name] = files.includes(name) ? path.resolve(folder, value) : value
  }
  const stray = options.app['shot'] ? undefined : ofShot.find((name) => options.app[name])
  if (stray) return { kind: 'wrong', sentence: `--${stray} needs --shot.` }
  if (options.app['panel'] && options.app['view'])
    return { kind: 'wrong', sentence: 'Use --panel or --view, not both.' }
  return options
}

/** Where the caller stands: npm itself moves to the project's folder. */
export const callerFolder = () => process.env['INIT_CWD'] ?? process.cwd()
