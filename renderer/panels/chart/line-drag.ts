import type { PriceLine } from '../../lib/state/alerts.svelte'

interface Ports {
  readonly lineAt: (y: number) => PriceLine | null
  /** In plain notation; null outside the price pane. */
  readonly priceAt: (y: number) => string | null
  readonly dragged: (id: string, price: string | null) => void
  readonly dropped: (id: string, price: string) => void
  /** A line can be dragged. */
  readonly hovered: (line: PriceLine | null) => void
}

/** Drags price lines without panning the chart. Esc cancels. */
export function dragLines(element: HTMLElement, ports: Ports): () => void {
  let held: { readonly id: string; readonly pointer: number; price: string | null } | null = null
  const end = new AbortController()
  const { signal } = end
  const heightOf = (event: PointerEvent) => event.clientY - element.getBoundingClientRect().top

  const begin = (event: PointerEvent) => {
    const line = event.button === 0 ? ports.lineAt(heightOf(event)) : null
    if (!line) return
    held = { id: line.id, pointer: event.pointerId, price: null }
    element.setPointerCapture(event.pointerId)
    event.stopPropagation()
  }
  const move = (event: PointerEvent) => {
    if (!held) return ports.hovered(event.buttons === 0 ? ports.lineAt(heightOf(event)) : null)
    held.price = ports.priceAt(heightOf(event)) ?? held.price
    if (held.price !== null) ports.dragged(held.id, held.price)
    event.stopPropagation()
  }
  const drop = (keep: boolean) => {
    if (!held) return
    const { id, price, pointer } = held
    held = null
    if (element.hasPointerCapture(pointer)) element.releasePointerCapture(pointer)
    ports.dragged(id, null)
    if (keep && price !== null) ports.dropped(id, price)
  }
  // The library listens to mouse events, not pointer events.
  const keepFromChart = (event: Event) => {
    if (held) event.stopPropagation()
  }
  const early = { capture: true, signal }
  element.addEventListener('pointerdown', begin, early)
  element.addEventListener('pointermove', move, early)
  element.addEventListener('pointerup', () => drop(true), { signal })
  element.addEventListener('pointercancel', () => drop(false), { signal })
  element.addEventListener('pointerleave', () => ports.hovered(null), { signal })
  for (const name of ['mousedown', 'mousemove', 'touchstart', 'touchmove'])
    element.addEventListener(name, keepFromChart, { capture: true, passive: true, signal })
  // Esc works without focus in the chart.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !held) return
      event.preventDefault()
      event.stopPropagation()
      drop(false)
    },
    early
  )
  return () => end.abort()
}
