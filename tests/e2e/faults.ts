import type { Page } from '@playwright/test'

/** Cut off text and overlapping controls. */
export const faults = (page: Page) =>
  page.evaluate((headControls) => {
    const found: string[] = []
    const describe = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the window scrolls sideways')
    const visible = [...document.querySelectorAll<HTMLElement>('#app *')].filter(
      (element) => element.checkVisibility() && !element.closest('.unseen, .tip, .skip, svg, canvas')
    )
    // A narrow desk cuts panels at its edge.
    const narrow = (document.querySelector('main')?.clientWidth ?? 0) < 880
    for (const element of visible) {
      const style = getComputedStyle(element)
      const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      const cut = element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden'
      if (words && cut && style.textOverflow !== 'ellipsis') found.push(`cut off: ${describe(element)}`)
      const box = element.getBoundingClientRect()
      // An ellipsis is intended.
      const shortened = getComputedStyle(element.parentElement!).textOverflow === 'ellipsis'
      const clipped = shortened || (narrow && element.closest('[data-panel]') !== null)
      const edge = element.closest('[data-sample]')?.getBoundingClientRect().right ?? window.innerWidth
      if (words && !clipped && box.right > edge + 1) found.push(`beyond the edge: ${describe(element)}`)
    }
    const pressed = narrow ? [] : visible.filter((element) => element.matches(headControls))
    for (const control of pressed) {
      const { left, right, top, height } = control.getBoundingClientRect()
      const ends = [left + 2, right - 2].map((x) => document.elementFromPoint(x, top + height / 2))
      if (!ends.every((end) => control.contains(end) || end?.closest('dialog, [popover]')))
        found.push(`out of reach: ${describe(control)}`)
    }
    const parts = visible.filter((element) => element.matches('header.bar > *, header.bar .state > *'))
    for (const one of parts) {
      for (const other of parts) {
        if (one === other || one.contains(other) || other.contains(one)) continue
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const upon = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        if (upon > 1) found.push(`upon each other: ${describe(one)} and ${describe(other)}`)
      }
    }
    return found
  }, '[data-panel] header :is(button, select)')
