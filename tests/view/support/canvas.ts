import { vi } from 'vitest'

/** Drawings are tested in the app. */
export function drawNowhere(): void {
  const nowhere = new Proxy({}, { get: () => () => ({ width: 6 }), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nowhere as CanvasRenderingContext2D)
}
