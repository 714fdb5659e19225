/** Calls after each move by mouse, wheel or touch. */
export function onMovedByHand(element: HTMLElement, moved: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  let held = false
  // After the library has handled the event.
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
