import type { CommandSection } from '#shared/contract/app/commands'
import type { Entry } from '../../lib/state/commands.svelte'
import { helpText } from '../../messages/help'

interface ShortcutLine {
  readonly title: string
  readonly section: CommandSection
  readonly caps: readonly string[]
}

/** Commands that differ only by a number or arrow share a line. */
const folded: readonly { readonly of: RegExp; readonly title: string; readonly last: readonly string[] }[] = [
  { of: /^workspace\.\d$/, title: helpText.shortcuts.workspaces, last: ['1', '…', '9'] },
  { of: /^panel\.focus/, title: helpText.shortcuts.focusPanel, last: ['←', '→', '↑', '↓'] },
  { of: /^panel\.move/, title: helpText.shortcuts.movePanel, last: ['←', '→', '↑', '↓'] },
  {
    of: /^panel\.(wider|narrower|taller|shorter)$/,
    title: helpText.shortcuts.resizePanel,
    last: ['←', '→', '↑', '↓']
  }
]

/** In the order of the table. */
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
