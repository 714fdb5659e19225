import type { Desk } from '../../lib/desk'
import { formatDateTime } from '../../lib/format/time'
import { windowText } from '../../messages/app'

/** Longer than the last figures take after the desk, in milliseconds. */
const maxWait = 500

/** Prepares the window for the picture that its next start shows first. */
export function watchEnding(desk: Desk, page: Document, isStarted: () => boolean): () => void {
  let caption: Element | null = null
  return desk.bridge.on('windows.ending', async ({ isEnding }) => {
    caption?.remove()
    caption = null
    if (!isEnding) return
    const { router, replay, settings } = desk
    // A picture has only markets, and none of the past. What is covered is not painted.
    const isPicturable =
      isStarted() &&
      page.visibilityState === 'visible' &&
      router.view === 'markets' &&
      !replay.active &&
      page.querySelector('dialog:modal') === null
    if (isPicturable) {
      caption = page.createElement('p')
      caption.className = 'as-of'
      caption.textContent = windowText.lastPicture(formatDateTime(Date.now(), settings.now.clock))
      caption.setAttribute('elementtiming', 'as-of')
      page.body.append(caption)
      await paintOf(caption)
    }
    void desk.bridge.call.windows.ending({ isPicturable })
  })
}

/** Of an element with the attribute `elementtiming`, once it is on screen, in milliseconds since the epoch. */
const paintOf = (element: Element) =>
  new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const found = list.getEntries().find((entry) => 'element' in entry && entry.element === element)
      if (!found) return
      observer.disconnect()
      resolve(performance.timeOrigin + found.startTime)
    })
    observer.observe({ type: 'element', buffered: true })
  })

/** After the next animation frame, when a change is on screen. */
export const nextPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Removes the picture of the last session once the desk and its figures are painted. */
export async function showLastPicture(
  page: Document,
  desk: Promise<unknown>,
  figures: Promise<unknown>,
  onPaint: (at: number) => void
): Promise<void> {
  const picture = page.getElementById('last-picture')
  if (!picture?.hasAttribute('src')) return
  void paintOf(picture).then(onPaint)
  const late = desk.then(() => new Promise((resolve) => setTimeout(resolve, maxWait)))
  await Promise.race([late, figures])
  picture.remove()
}
