import { tick, untrack } from 'svelte'
import type { View } from '#shared/contract/workspace/views'
import type { Router } from './state/router.svelte'

/** An ID from the palette, a link or a notification is removed from the route, since it may come again. */
export function takeArrivals(router: Router, view: View, take: (id: string) => void): void {
  $effect(() => {
    const wanted = router.rest
    if (router.view !== view || wanted === '') return
    untrack(() => {
      router.go(view)
      take(wanted)
    })
  })
}

interface BesideView {
  readonly isOpen: () => boolean
  readonly close: () => void
}

/** A drawer beside a view. Esc anywhere in the view closes it and returns the focus. */
export function useDrawer({ isOpen, close }: BesideView) {
  let cameFrom: HTMLElement | null = null

  $effect(() => {
    const { activeElement } = document
    if (isOpen() && cameFrom === null && activeElement instanceof HTMLElement) cameFrom = activeElement
  })

  // A view opened by a link or a notification has no focus yet.
  $effect(() => {
    if (!isOpen()) return
    const onKeydown = (event: KeyboardEvent) => {
      if (event.target === document.body) pressed(event)
    }
    document.addEventListener('keydown', onKeydown)
    return () => document.removeEventListener('keydown', onKeydown)
  })

  /** The focus stays if it is already elsewhere. */
  async function leave(): Promise<void> {
    const wasInside = document.activeElement?.closest('aside') !== null
    const back = cameFrom?.isConnected ? cameFrom : null
    cameFrom = null
    close()
    await tick()
    if (wasInside) back?.focus()
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen()) return
    event.preventDefault()
    void leave()
  }

  return { leave, pressed }
}
