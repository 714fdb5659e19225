/** Calls after each move by mouse, wheel or touch. */
export function onMovedByHand(element: HTMLElement, moved: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  let held = false
  // The library is done with an event once it reaches the chart's element or the window.
  const whileHeld = () => {
    if (held) moved()
  }
  const letGo = () => {
    whileHeld()
    held = false
  }
  const passive = { passive: true, signal }
  element.addEventListener('wheel', moved, passive)
  element.addEventListener('dblclick', moved, passive)
  for (const name of ['mousedown', 'touchstart'])
    element.addEventListener(name, () => (held = true), { capture: true, ...passive })
  for (const name of ['mousemove', 'touchmove']) window.addEventListener(name, whileHeld, passive)
  for (const name of ['mouseup', 'touchend', 'touchcancel', 'blur'])
    window.addEventListener(name, letGo, passive)
  return () => end.abort()
}
