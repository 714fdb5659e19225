/** WCAG 2, independent of the app. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const channels = /^#(..)(..)(..)$/.exec(hex)
  if (!channels) throw new Error(`not a colour: ${hex}`)
  const [red, green, blue] = channels.slice(1).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Custom properties of each theme and palette. */
export function looks(css: string): Record<string, Record<string, string>> {
  const blocks = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ selector, values: properties(body) })
  )
  const valuesOf = (wanted: string) =>
    blocks.find(({ selector }) => selector.split(',').some((each) => each.trim() === wanted))?.values
  const found: Record<string, Record<string, string>> = {}
  for (const theme of ['dark', 'light']) {
    const standard = valuesOf(`:root[data-theme='${theme}']`)
    const other = valuesOf(`:root[data-theme='${theme}'][data-palette='colour-blind']`)
    if (!standard || !other) throw new Error(`the theme ${theme} is not complete`)
    found[`${theme}, standard`] = standard
    found[`${theme}, colour-blind`] = { ...standard, ...other }
  }
  return found
}

const properties = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value!.trim()])
  )
