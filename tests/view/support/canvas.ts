import { vi } from 'vitest'

/** Drawings are tested in the app. */
export function drawNowhere(): void {
  const drawn = { width: 6, addColorStop: () => undefined }
  const nowhere = new Proxy({}, { get: () => () => drawn, set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nowhere as CanvasRenderingContext2D)
  vi.stubGlobal('Path2D', function Path2D() {
    return nowhere
  })
}
