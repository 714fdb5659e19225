export interface SeenWindow {
  isDestroyed(): boolean
  isVisible(): boolean
  isMinimized(): boolean
  on(event: 'show', listener: () => void): unknown
  off(event: 'show', listener: () => void): unknown
}

const changes = ['show', 'hide', 'minimize', 'restore'] as const

/** A covered window gets no animation frames, so it requests none. */
export const canBeSeen = (browser: SeenWindow) =>
  !browser.isDestroyed() && browser.isVisible() && !browser.isMinimized()

export function watchVisibility(browser: SeenWindow, listener: (visible: boolean) => void): () => void {
  const changed = () => listener(canBeSeen(browser))
  for (const event of changes) browser.on(event as 'show', changed)
  return () => {
    for (const event of changes) browser.off(event as 'show', changed)
  }
}
