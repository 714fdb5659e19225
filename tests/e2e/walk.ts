import type { Page } from '@playwright/test'
import { expect } from './expect'

const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex="0"]'

/** Marks visible controls for the walk. */
const mark = (page: Page, within: string) =>
  page.evaluate(
    ({ selector, part }) => {
      for (const before of document.querySelectorAll<HTMLElement>('[data-walk]'))
        delete before.dataset['walk']
      const seen = [...document.querySelectorAll<HTMLElement>(`:is(${part}) :is(${selector})`)].filter(
        (control) => control.tabIndex >= 0 && control.checkVisibility() && !control.closest('[inert]')
      )
      seen.forEach((control, place) => (control.dataset['walk'] = String(place)))
      return seen.map(
        (control) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? control.id
      )
    },
    { selector: controls, part: within }
  )

/** From where the focus is, Tab reaches every control of a part, and each shows that it is focused. */
export async function walk(page: Page, within = 'html'): Promise<void> {
  const all = await mark(page, within)
  const reached = new Set<number>()
  const ringless: string[] = []
  for (let step = 0; step < all.length * 2 + 10 && reached.size < all.length; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const control = document.activeElement as HTMLElement | null
      if (!control?.dataset['walk']) return null
      // A grid has its ring on the active row, or around all rows, which would cover its own.
      const row = document.getElementById(control.getAttribute('aria-activedescendant') ?? '')
      const rings = [control, control.closest('label'), row].filter((each) => each !== null)
      const around = getComputedStyle(control.parentElement!, '::after')
      const ring =
        rings.some((each) => getComputedStyle(each).outlineStyle !== 'none') ||
        (control.role === 'grid' && around.content !== 'none' && around.borderTopStyle === 'solid')
      return { place: Number(control.dataset['walk']), ring, html: control.outerHTML.slice(0, 120) }
    })
    if (!focused) continue
    reached.add(focused.place)
    if (!focused.ring) ringless.push(focused.html)
  }
  // A new minute adds a row to a table of figures, and the tab stop of its grid moves there.
  const moved = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td[data-walk]')]
      .filter((cell) => cell.tabIndex < 0)
      .map((cell) => Number(cell.dataset['walk']))
  )
  expect(all.filter((_, place) => !reached.has(place) && !moved.includes(place))).toEqual([])
  expect(ringless).toEqual([])
}
