import type { Page } from '@playwright/test'
import { contrast } from '../unit/renderer/contrast'
import { looks } from './face'

/** Text whose contrast is too low in any theme and palette, without waiting for the app to draw each of them. */
export async function faintText(page: Page, within = 'body'): Promise<readonly string[]> {
  const pairs = await page.evaluate(
    ({ allLooks, selector }) => {
      const { dataset } = document.documentElement
      const original = { ...dataset }
      const backgroundOf = (element: Element): string => {
        const { backgroundColor } = getComputedStyle(element)
        if (!/ 0\)$/.test(backgroundColor)) return backgroundColor
        return backgroundOf(element.parentElement!)
      }
      const texts = [...document.querySelectorAll(`:is(${selector}) *`)].filter(
        (element) =>
          element.checkVisibility() &&
          !element.matches('.unseen, :disabled, :disabled *, option, svg *') &&
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      )
      const found = allLooks.flatMap((look) => {
        Object.assign(dataset, look)
        return texts.map((element) => ({
          look: `${look.theme}, ${look.palette}`,
          front: getComputedStyle(element).color,
          back: backgroundOf(element),
          text: element.textContent!.trim().slice(0, 30)
        }))
      })
      Object.assign(dataset, original)
      return found
    },
    { allLooks: looks, selector: within }
  )
  const distinct = new Map(pairs.map((pair) => [`${pair.look}: ${pair.front} on ${pair.back}`, pair]))
  return [...distinct]
    .filter(([, { front, back }]) => contrast(hex(front), hex(back)) < 4.5)
    .map(([key, { text }]) => `${key}: ${text}`)
}

const hex = (color: string) => {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)
  if (!channels) throw new Error(`not an opaque colour: ${color}`)
  return `#${channels
    .slice(1)
    .map((each) => Number(each).toString(16).padStart(2, '0'))
    .join('')}`
}
