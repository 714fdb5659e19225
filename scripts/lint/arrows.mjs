import path from 'node:path'

/**
 * Which room may import which. TypeScript's project references enforce the same arrows; this rule also covers
 * packages, Svelte files, and the domains and views within a room, and says in words what is wrong.
 *
 * @typedef {{ folder: string, rooms: string[], packages: 'none' | 'pure' | 'node' | 'renderer' | 'all' }} Room
 * @type {Room[]} the first folder that matches wins
 */
export const rooms = [
  { folder: 'electron/shared/messages', rooms: [], packages: 'none' },
  { folder: 'electron/shared/domain', rooms: ['electron/shared/messages'], packages: 'pure' },
  {
    folder: 'electron/shared/wire',
    rooms: ['electron/shared/messages', 'electron/shared/domain'],
    packages: 'pure'
  },
  {
    folder: 'electron/shared/contract',
    rooms: ['electron/shared/messages', 'electron/shared/domain'],
    packages: 'pure'
  },
  {
    folder: 'electron/engine',
    rooms: [
      'electron/shared/messages',
      'electron/shared/domain',
      'electron/shared/wire',
      'electron/shared/contract'
    ],
    packages: 'node'
  },
  { folder: 'electron/sandbox', rooms: ['electron/shared/domain', 'electron/shared/wire'], packages: 'node' },
  {
    folder: 'electron/main',
    rooms: [
      'electron/shared/messages',
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
    rooms: ['electron/shared/messages', 'electron/shared/domain', 'electron/shared/contract'],
    packages: 'all'
  },
  {
    folder: 'renderer',
    rooms: ['electron/shared/messages', 'electron/shared/domain', 'electron/shared/contract'],
    packages: 'renderer'
  }
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

/** The paths that `imports` of package.json stands for. */
const aliases = /^#(shared|engine|sandbox|main|preload|renderer)\//

/**
 * In each layer a domain may import those before it, and `app` all of them.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const below = {
  base: [],
  connection: ['base'],
  market: ['base', 'connection'],
  recording: ['base', 'connection', 'market'],
  feed: ['base', 'connection', 'market', 'recording'],
  records: ['base', 'connection', 'market'],
  workspace: ['base', 'connection', 'market'],
  app: ['base', 'connection', 'market', 'recording', 'feed', 'records', 'workspace']
}

/** @param {string} file */
const roomOf = (file) => rooms.find((room) => file.startsWith(room.folder + '/'))

/**
 * The folder of a layer that a file belongs to; null beside them.
 *
 * @param {string} file
 * @param {string} folder
 */
const partOf = (file, folder) => /^([^/]+)\//.exec(file.slice(folder.length + 1))?.[1] ?? null

/**
 * @param {string} folder of the room
 * @param {string} from
 * @param {string} to
 */
function forbiddenWithin(folder, from, to) {
  if (folder === 'renderer') return forbiddenInRenderer(from, to)
  const [own, other] = [partOf(from, folder), partOf(to + '/', folder)]
  if (own === null || other === null || own === other || !(own in below) || !(other in below)) return null
  // Set-up code in main passes objects of one domain to another, so the order binds only its base and its app.
  const isFree = folder === 'electron/main' && own !== 'base' && other !== 'app'
  if (isFree || below[own]?.includes(other)) return null
  return `${own} may not import ${other}`
}

/**
 * Views and kinds of panels never see each other; what two of them need is in `lib`, `ui` or `panels/shell`.
 *
 * @param {string} from
 * @param {string} to
 */
function forbiddenInRenderer(from, to) {
  /** @param {string} file */
  const areaOf = (file) => /^renderer\/(?:(?:app|panels|records)\/[^/]+|[^/]+)(?=\/)/.exec(file)?.[0]
  const [own, other] = [areaOf(from), areaOf(to + '/')]
  // It shows the components to developers and is not part of the app.
  if (other === 'renderer/gallery' && own !== other) return `${own ?? from} may not import ${other}`
  if (!own || !other || own === other) return null
  const isKit = (/** @type {string} */ area) =>
    ['renderer/lib', 'renderer/messages', 'renderer/ui'].includes(area)
  if (isKit(other)) return null
  if (isKit(own)) return `${own} may not import ${other}`
  if (own === 'renderer/app/window') return null
  if (other === 'renderer/panels/shell' && /^renderer\/(panels|desk)/.test(own)) return null
  // The one list of the kinds of panels.
  if (from === 'renderer/desk/panel-kinds.ts' && other.startsWith('renderer/panels/')) return null
  return `${own} may not import ${other}`
}

/**
 * The project's own file or folder that a specifier stands for, without its ending; null for a package.
 *
 * @param {string} from the importing file, from the project folder
 * @param {string} specifier
 */
export function targetOf(from, specifier) {
  const alias = aliases.exec(specifier)?.[1]
  if (alias) return (alias === 'renderer' ? '' : 'electron/') + specifier.slice(1)
  return specifier.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
    : null
}

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
  const to = targetOf(from, specifier)
  if (to === null) {
    return packageAllowed[room.packages](specifier)
      ? null
      : `${room.folder} may not import the package "${specifier}"`
  }
  const target = roomOf(to + '/')
  if (target === room) return forbiddenWithin(room.folder, from, to)
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
