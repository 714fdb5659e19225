import type { Attachment } from 'svelte/attachments'

const reached = 'button, a[href], input, select, textarea, summary, [tabindex="0"]'
const takesFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  !element.matches(':disabled') &&
  element.checkVisibility?.() !== false

function ancestors(element: Element, within: Element): readonly Element[] {
  const parent = element === within ? null : element.parentElement
  return parent ? [parent, ...ancestors(parent, within)] : []
}

/**
 * A pressed button often disappears. The focus then moves to the next control around it in the same part of the
 * view, or else where `otherwise` says, and never to the page as a whole.
 */
export function keepFocus(otherwise: (view: HTMLElement) => HTMLElement | null): Attachment<HTMLElement> {
  return (view) => {
    let last: HTMLElement | null = null
    let neighbours: readonly Element[] = []
    /** The innermost first. */
    let around: readonly Element[] = []

    function entered({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return
      last = target
      const part = [...view.children].find((child) => child.contains(target)) ?? view
      const all = [...part.querySelectorAll(reached)]
      const place = all.indexOf(target)
      neighbours = [...all.slice(place + 1), ...all.slice(0, Math.max(0, place)).toReversed()]
      around = ancestors(target, part)
    }

    /** What replaced it is closer than a neighbour elsewhere. */
    function nearest(): HTMLElement | null {
      for (const element of around) {
        if (!element.isConnected) continue
        const near = [
          ...neighbours.filter((each) => element.contains(each)),
          ...element.querySelectorAll(reached)
        ]
        const next = near.find(takesFocus)
        if (next) return next
      }
      return otherwise(view)
    }

    /** A person who moved the focus elsewhere is left alone. */
    function left({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof Element && !view.contains(relatedTarget)) {
        if (relatedTarget.closest('dialog') === null) last = null
      }
    }

    function look() {
      const now = document.activeElement
      if (last === null || (now !== null && now !== document.body && now !== last)) return
      if (takesFocus(last)) return
      const next = nearest()
      last = null
      next?.focus()
    }

    const observer = new MutationObserver(look)
    observer.observe(view, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    view.addEventListener('focusin', entered)
    view.addEventListener('focusout', left)
    // A dialog gives the focus back to what opened it, which may be gone by then; its closing does not bubble.
    document.addEventListener('close', look, true)
    return () => {
      observer.disconnect()
      view.removeEventListener('focusin', entered)
      view.removeEventListener('focusout', left)
      document.removeEventListener('close', look, true)
    }
  }
}
