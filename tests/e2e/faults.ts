import type { Page } from '@playwright/test'
import { expect } from './expect'

/** Cut off text and overlapping controls. */
export const faults = (page: Page) =>
  page.evaluate(
    ({ headControls, innerControls }) => {
      const found: string[] = []
      const describe = (element: Element) =>
        `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
      const layerOf = (element: Element | null | undefined) => element?.closest('dialog, [popover]') ?? null
      if (document.documentElement.scrollWidth > window.innerWidth) found.push('the window scrolls sideways')
      const visible = [...document.querySelectorAll<HTMLElement>('#app *')].filter(
        (element) => element.checkVisibility() && !element.closest('.unseen, .tip, .skip, svg, canvas')
      )
      /** What is seen of it. */
      const clippedBy = (
        { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
        element: Element
      ): Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> => {
        const around = element.parentElement
        const isClip = getComputedStyle(element).overflowX !== 'visible'
        const view = isClip ? element.getBoundingClientRect() : { left, right, top, bottom }
        const seen = {
          left: Math.max(left, view.left),
          right: Math.min(right, view.right),
          top: Math.max(top, view.top),
          bottom: Math.min(bottom, view.bottom)
        }
        return around ? clippedBy(seen, around) : seen
      }
      const hasGround = (element: Element) => !/ 0\)$/.test(getComputedStyle(element).backgroundColor)
      /** One of them has a background of its own, such as a tip or a head that stays in place. */
      const isBehind = (one: Element, other: Element): boolean =>
        [
          [one, other],
          [other, one]
        ].some(([above, below]) => {
          for (let each: Element | null = above!; each && !each.contains(below!); each = each.parentElement)
            if (hasGround(each)) return true
          return false
        })
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
        const frame = element.closest('[data-sample], dialog, [popover], [data-panel]')
        const edge = frame?.getBoundingClientRect().right ?? window.innerWidth
        if (words && !clipped && box.right > edge + 1) found.push(`beyond the edge: ${describe(element)}`)
      }
      const shownTexts = visible.flatMap((element) =>
        [...element.childNodes]
          .filter((node) => node.nodeType === 3 && node.textContent?.trim())
          .flatMap((node) => {
            const range = document.createRange()
            range.selectNodeContents(node)
            return [...range.getClientRects()].map((box) => ({ element, box: clippedBy(box, element) }))
          })
          .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
      )
      for (const [place, one] of shownTexts.entries()) {
        for (const other of shownTexts.slice(place + 1)) {
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          if (one.element === other.element || across <= 2 || down <= 4) continue
          if (isBehind(one.element, other.element)) continue
          found.push(`upon each other: ${describe(one.element)} and ${describe(other.element)}`)
        }
      }
      const isScrolledAway = ({ left, right, top, bottom }: DOMRect, element: Element): boolean => {
        const around = element.parentElement
        if (!around) return false
        const view = around.getBoundingClientRect()
        const isOut = left < view.left || right > view.right || top < view.top || bottom > view.bottom
        if (isOut && getComputedStyle(around).overflowY === 'auto') return true
        return isScrolledAway({ left, right, top, bottom } as DOMRect, around)
      }
      const pressed = visible.filter(
        (element) =>
          (!narrow && element.matches(headControls)) ||
          (element.matches(innerControls) && !isScrolledAway(element.getBoundingClientRect(), element))
      )
      for (const control of pressed) {
        const { left, right, top, height } = control.getBoundingClientRect()
        const ends = [left + 2, right - 2].map((x) => document.elementFromPoint(x, top + height / 2))
        const covering = ends.find(
          (end) =>
            !control.contains(end) &&
            !(control.closest('label')?.contains(end) ?? false) &&
            (layerOf(end) === null || layerOf(end) === layerOf(control)) &&
            !end?.closest('[aria-label="Notices"]')
        )
        if (covering !== undefined)
          found.push(`out of reach: ${describe(control)} under ${covering && describe(covering)}`)
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
    },
    {
      headControls: '[data-panel] header :is(button, select)',
      innerControls: ':is(dialog[open], [popover], [role="toolbar"], .picker) :is(button, input, select, a)'
    }
  )

/** Panels choose their columns in the frame after a change of size. */
export const hasNoFaults = (page: Page, part: string): Promise<void> =>
  expect.poll(() => faults(page), { message: part }).toEqual([])
