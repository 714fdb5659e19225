import type { Attachment } from 'svelte/attachments'
import { Painter, type Paint } from './painter'

/** `<canvas {@attach canvas({ paint, ready })}>`: `ready` gets the painter and may return a clean-up function. */
export function canvas(options: {
  readonly paint: Paint
  readonly opaque?: boolean
  readonly ready?: (painter: Painter) => (() => void) | void
}): Attachment<HTMLCanvasElement> {
  return (element) => {
    const painter = new Painter(element, options.paint, { opaque: options.opaque ?? false })
    const stop = options.ready?.(painter)
    return () => {
      stop?.()
      painter.dispose()
    }
  }
}
