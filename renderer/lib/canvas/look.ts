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
  'bid-wash',
  'ask-wash',
  'warning-wash',
  'hover',
  'selected'
] as const

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name
type Colours = Readonly<Record<CamelCase<(typeof names)[number]>, string>>

/** What a canvas is drawn with: the colours of the page at its place, and the two families of type. */
export interface Look extends Colours {
  readonly words: string
  readonly figures: string
  readonly dark: boolean
  /** Changed digits may brighten, things may glide. */
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

/**
 * The theme, the palette, the motion of the page, or the state of the panel around it has changed: whoever draws reads
 * its colours anew.
 */
export function onLookChange(element: Element, hear: () => void): () => void {
  const observer = new MutationObserver(hear)
  observer.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-palette', 'data-motion', 'style']
  })
  const panel = element.closest('[data-panel]')
  if (panel) observer.observe(panel, { attributeFilter: ['data-quiet'] })
  return () => observer.disconnect()
}
