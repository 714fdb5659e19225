const names = [
  'window',
  'panel',
  'raised',
  'line',
  'line-strong',
  'edge',
  'text',
  'dim',
  'faint',
  'bid',
  'ask',
  'accent',
  'warning',
  'average',
  'anchored',
  'compare',
  'profile-value',
  'profile-outside',
  'profile-control',
  'replay',
  'replay-line',
  'replay-bar',
  'replay-ink',
  'bid-wash',
  'ask-wash',
  'warning-wash',
  'heat',
  'heat-halo',
  'hover',
  'selected',
  'link-a',
  'link-b',
  'link-c',
  'link-d',
  'link-e',
  'link-f',
  'link-letter'
] as const

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name
type Colours = Readonly<Record<CamelCase<(typeof names)[number]>, string>>

export interface Look extends Colours {
  readonly words: string
  readonly figures: string
  readonly dark: boolean
  /** Changed digits may be highlighted, and motion is allowed. */
  readonly motion: boolean
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export function readLook(element: Element): Look {
  const style = getComputedStyle(element)
  const colours = Object.fromEntries(
    names.map((name) => [camelCase(name), style.getPropertyValue(`--${name}`).trim()])
  ) as Colours
  const { dataset } = document.documentElement
  return {
    ...colours,
    words: style.getPropertyValue('--font-words').trim(),
    figures: style.getPropertyValue('--font-figures').trim(),
    dark: dataset['theme'] !== 'light',
    motion: dataset['motion'] !== 'reduced'
  }
}

/** Calls when theme, palette, motion or the panel's state has changed, so that colours are reread. */
export function onLookChange(element: Element, listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-palette', 'data-motion', 'style']
  })
  const panel = element.closest('[data-panel]')
  if (panel) observer.observe(panel, { attributeFilter: ['data-quiet'] })
  return () => observer.disconnect()
}
