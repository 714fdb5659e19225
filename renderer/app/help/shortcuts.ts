import type { Command } from '#shared/contract/app/commands'
import type { Entry } from '../../lib/state/commands.svelte'

export const shortcutSections: readonly Command['section'][] = [
  'Go',
  'Records',
  'Markets',
  'Workspace',
  'Panel',
  'View',
  'Connection',
  'Window',
  'Help',
  'App'
]

interface ShortcutLine {
  readonly title: string
  readonly section: Command['section']
  readonly caps: readonly string[]
}

/** Commands that differ by a number or by an arrow alone are one line, at the place of the first of them. */
const folded: readonly { readonly of: RegExp; readonly title: string; readonly last: readonly string[] }[] = [
  { of: /^workspace\.\d$/, title: 'Workspace 1 to 9', last: ['1', '…', '9'] },
  { of: /^panel\.focus/, title: 'Go to the panel beside', last: ['←', '→', '↑', '↓'] },
  { of: /^panel\.move/, title: 'Move the panel', last: ['←', '→', '↑', '↓'] },
  {
    of: /^panel\.(wider|narrower|taller|shorter)$/,
    title: 'Make the panel larger or smaller',
    last: ['←', '→', '↑', '↓']
  }
]

/** Every command that has a key, in the order of the table. */
export function shortcutLines(entries: readonly Entry[]): readonly ShortcutLine[] {
  const withKeys = entries.filter(({ caps }) => caps.length > 0)
  return withKeys.flatMap(({ id, title, section, caps }) => {
    const fold = folded.find(({ of }) => of.test(id))
    if (!fold) return [{ title, section, caps }]
    const first = withKeys.find((entry) => fold.of.test(entry.id))
    return first?.id === id
      ? [{ title: fold.title, section, caps: [...caps.slice(0, -1), ...fold.last] }]
      : []
  })
}
