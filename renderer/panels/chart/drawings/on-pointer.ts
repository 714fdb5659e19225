import type { ChartTools } from './chart-tools.svelte'
import type { Point } from './geometry'
import type { PointerGestures } from './pointer'

interface Ports {
  readonly gestures: PointerGestures
  readonly tools: ChartTools
  /** A drawing can be taken. */
  readonly hovered: (hit: boolean) => void
  /** The menu of a drawing was requested. */
  readonly offered: (event: MouseEvent, id: string) => void
}

/** Draws with the pointer before the chart gets its events; returns the function that stops. */
export function onPointer(stage: HTMLElement, { gestures, tools, hovered, offered }: Ports): () => void {
  const end = new AbortController()
  const { signal } = end
  let taken = false
  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = stage.getBoundingClientRect()
    return { x: event.clientX - left - (tools.projection?.left ?? 0), y: event.clientY - top }
  }
  const modifiersOf = (event: MouseEvent) => ({
    measure: event.shiftKey,
    snap: event.ctrlKey || event.metaKey
  })
  const isChart = (event: Event) =>
    event.target instanceof Element && event.target.closest('[role="application"]') !== null
  const consume = (event: Event) => event.stopPropagation()

  const down = (event: PointerEvent) => {
    if (!isChart(event)) return
    taken = event.button === 0 && gestures.press(pointOf(event), modifiersOf(event))
    if (!taken) return
    stage.setPointerCapture(event.pointerId)
    consume(event)
  }
  const move = (event: PointerEvent) => {
    if (gestures.active) gestures.move(pointOf(event), modifiersOf(event))
    const hit = tools.tool === 'pointer' && isChart(event) && tools.hitAt(pointOf(event)) !== null
    hovered(hit)
    if (gestures.active || hit) consume(event)
  }
  const up = (event: PointerEvent) => {
    if (!taken) return
    if (stage.hasPointerCapture(event.pointerId)) stage.releasePointerCapture(event.pointerId)
    gestures.release(pointOf(event))
    consume(event)
  }
  const double = (event: MouseEvent) => {
    if (!taken) return
    // The second click of a drawing is not one on the chart.
    consume(event)
    const hit = gestures.active ? null : tools.hitAt(pointOf(event))
    if (hit) tools.editing = hit.id
  }
  const offer = (event: MouseEvent) => {
    const hit = isChart(event) ? tools.hitAt(pointOf(event)) : null
    if (!gestures.active && tools.tool === 'pointer' && !hit) return
    event.preventDefault()
    consume(event)
    if (gestures.active) gestures.cancel()
    else if (tools.tool !== 'pointer') tools.choose('pointer')
    else if (hit) offered(event, hit.id)
  }
  const early = { capture: true, signal }
  stage.addEventListener('pointerdown', down, early)
  stage.addEventListener('pointermove', move, early)
  stage.addEventListener('pointerup', up, early)
  stage.addEventListener('pointercancel', () => gestures.active && gestures.cancel(), early)
  stage.addEventListener('pointerleave', () => hovered(false), { signal })
  stage.addEventListener('dblclick', double, early)
  stage.addEventListener('contextmenu', offer, early)
  // The library listens to mouse and touch events.
  for (const name of ['mousedown', 'touchstart'])
    stage.addEventListener(name, (event) => taken && consume(event), { capture: true, passive: true, signal })
  // Esc works without focus in the chart.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !gestures.active) return
      event.preventDefault()
      event.stopPropagation()
      gestures.cancel()
    },
    early
  )
  return () => end.abort()
}
