import path from 'node:path'

/**
 * Which room may import which. TypeScript's project references hold the same arrows; this rule also covers
 * packages, Svelte files and the wall between features, and says in words what is wrong.
 *
 * @typedef {{ folder: string, rooms: string[], packages: 'none' | 'pure' | 'node' | 'renderer' | 'all' }} Room
 * @type {Room[]} the first folder that matches wins
 */
export const rooms = [
  { folder: 'electron/shared/domain', rooms: [], packages: 'pure' },
  { folder: 'electron/shared/wire', rooms: ['electron/shared/domain'], packages: 'pure' },
  { folder: 'electron/shared/contract', rooms: ['electron/shared/domain'], packages: 'pure' },
  {
    folder: 'electron/engine',
    rooms: ['electron/shared/domain', 'electron/shared/wire', 'electron/shared/contract'],
    packages: 'node'
  },
  { folder: 'electron/sandbox', rooms: ['electron/shared/domain', 'electron/shared/wire'], packages: 'node' },
  {
    folder: 'electron/main',
    rooms: [
      'electron/shared/domain',
      'electron/shared/wire',
      'electron/shared/contract',
      'electron/engine',
      'electron/sandbox'
    ],
    packages: 'all'
  },
  {
    folder: 'electron/preload',
    rooms: ['electron/shared/domain', 'electron/shared/contract'],
    packages: 'all'
  },
  { folder: 'renderer', rooms: ['electron/shared/domain', 'electron/shared/contract'], packages: 'renderer' }
]

const pure = /^(valibot|@noble\/hashes|@scure\/base|big\.js)(\/|$)/
const fromBrowser =
  /^(svelte|@lucide\/svelte|@fontsource[^/]*\/|lightweight-charts|uplot|virtua|uqr|dockview|valibot|@noble\/hashes|@scure\/base|big\.js)/

/** @type {Record<Room['packages'], (name: string) => boolean>} */
const packageAllowed = {
  none: () => false,
  pure: (name) => pure.test(name),
  node: (name) => !/^electron(\/|$)/.test(name),
  renderer: (name) => fromBrowser.test(name),
  all: () => true
}

/** @param {string} file */
const roomOf = (file) => rooms.find((room) => file.startsWith(room.folder + '/'))

/** @param {string} file */
const featureOf = (file) => /^renderer\/features\/([^/]+)/.exec(file)?.[1]

/**
 * @param {string} root the project folder
 * @param {string} file the importing file, absolute
 * @param {string} specifier what it imports
 * @returns {string | null} what is wrong, or null
 */
export function forbidden(root, file, specifier) {
  const from = path.relative(root, file).split(path.sep).join('/')
  const room = roomOf(from)
  if (!room) return null
  if (!specifier.startsWith('.')) {
    return packageAllowed[room.packages](specifier)
      ? null
      : `${room.folder} may not import the package "${specifier}"`
  }
  const to = path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
  const target = roomOf(to + '/')
  if (target === room) {
    const feature = featureOf(from)
    const other = featureOf(to)
    // The shell (App.svelte and its neighbours) composes features; features never see each other.
    return feature && other && feature !== other
      ? `feature "${feature}" may not import feature "${other}"`
      : null
  }
  if (target && room.rooms.includes(target.folder)) return null
  return `${room.folder} may not import ${target ? target.folder : to}`
}

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: { type: 'problem', schema: [], docs: { description: 'hold the arrows between the rooms' } },
  create(context) {
    /** @param {import('estree').Node & { source?: unknown }} node */
    const check = (node) => {
      const source = /** @type {{ value?: unknown } | null | undefined} */ (node.source)
      if (!source || typeof source.value !== 'string') return
      const message = forbidden(context.cwd, context.filename, source.value)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check
    }
  }
}

export default { meta: { name: 'leadline' }, rules: { arrows: rule } }
