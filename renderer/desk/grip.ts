/** Less is a press that trembled. */
const threshold = 5

interface Grip {
  /** The press has become a drag. */
  readonly began: () => void
  readonly moved: (event: PointerEvent) => void
  readonly released: (event: PointerEvent) => void
  readonly cancelled: () => void
}

/**
 * Follows a press on a handle, out of the window too, until it is let go or given up: by Esc, by the system, or by the
 * function that this returns. A mere click stays one.
 */
export function follow(press: PointerEvent, handle: HTMLElement, grip: Grip): () => void {
  const page = handle.ownerDocument.defaultView!
  const over = new AbortController()
  const heard = { signal: over.signal, capture: true }
  let began = false

  const finish = (then: () => void, up: boolean) => {
    if (over.signal.aborted) return
    over.abort()
    if (!began) return
    // The press that has been a drag is not a click on what it began or ended at.
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

  page.addEventListener('pointermove', moved, heard)
  page.addEventListener('pointerup', (event) => finish(() => grip.released(event), true), heard)
  page.addEventListener('pointercancel', cancel, heard)
  page.addEventListener('blur', (event) => event.target === page && cancel(), heard)
  handle.addEventListener('lostpointercapture', cancel, heard)
  // The browser's own drag would take the pointer away.
  page.addEventListener('dragstart', (event) => event.preventDefault(), heard)
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !began) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    heard
  )
  return cancel
}

/** The click comes right after the release of the button, which may be long after Esc. */
function swallowClick(page: Window, up: boolean): void {
  const over = new AbortController()
  const heard = { signal: over.signal, capture: true }
  page.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    heard
  )
  const forget = () => setTimeout(() => over.abort())
  if (up) return void forget()
  page.addEventListener('pointerup', forget, heard)
  page.addEventListener('pointerdown', () => over.abort(), heard)
}
