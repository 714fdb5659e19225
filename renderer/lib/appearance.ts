import type { Settings } from '#shared/contract/app/settings'

/** Sets appearance attributes that tokens.css reads. */
export function applyAppearance(
  root: HTMLElement,
  settings: Settings,
  system: { readonly dark: boolean; readonly reduced: boolean }
): void {
  const { theme, palette, motion } = settings
  root.dataset['theme'] = theme === 'system' ? (system.dark ? 'dark' : 'light') : theme
  root.dataset['palette'] = palette
  root.dataset['motion'] =
    motion === 'reduced' || (motion === 'system' && system.reduced) ? 'reduced' : 'full'
}
