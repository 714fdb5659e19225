/** Smaller movements are clicks. */
const threshold = 5

interface Grip {
  /** The press became a drag. */
  readonly began: () => void
  readonly moved: (event: PointerEvent) => void
  readonly released: (event: PointerEvent) => void
  readonly cancelled: () => void
}

/** Follows a press until release, Esc or cancel, outside the window too. */
export function follow(press: PointerEvent, handle: HTMLElement, grip: Grip): () => void {
  const page = handle.ownerDocument.defaultView!
  const over = new AbortController()
  const options = { signal: over.signal, capture: true }
  let began = false

  const finish = (then: () => void, up: boolean) => {
    if (over.signal.aborted) return
    over.abort()
    if (!began) return
    // A drag must not end with a click.
    swallowClick(page, up)
    then()
  }
  const moved = (event: PointerEvent) => {
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) >= threshold
    if (!began && !far) return
    if (!began) {
      began = true
      handle.setPointerCapture(event.pointerId)
      grip.began()
    }
    grip.moved(event)
  }
  const cancel = () => finish(grip.cancelled, false)

  page.addEventListener('pointermove', moved, options)
  page.addEventListener('pointerup', (event) => finish(() => grip.released(event), true), options)
  page.addEventListener('pointercancel', cancel, options)
  page.addEventListener('blur', (event) => event.target === page && cancel(), options)
  handle.addEventListener('lostpointercapture', cancel, options)
  // The browser's own drag would capture the pointer.
  page.addEventListener('dragstart', (event) => event.preventDefault(), options)
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !began) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    options
  )
  return cancel
}

/** The click follows the release, possibly long after Esc. */
function swallowClick(page: Window, up: boolean): void {
  const over = new AbortController()
  const options = { signal: over.signal, capture: true }
  page.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    options
  )
  const stop = () => setTimeout(() => over.abort())
  if (up) return void stop()
  page.addEventListener('pointerup', stop, options)
  page.addEventListener('pointerdown', () => over.abort(), options)
}
