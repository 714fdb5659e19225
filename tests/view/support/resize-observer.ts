import { vi } from 'vitest'

/** Reports this size of each observed element, after the caller is done, as a browser does. Without a size: none. */
export function stubResizeObserver(size?: { readonly width: number; readonly height: number }): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly listener: (entries: unknown[]) => void) {}
      observe = (target: Element) => {
        if (size) queueMicrotask(() => this.listener([{ target, contentRect: size }]))
      }
      unobserve = () => undefined
      disconnect = () => undefined
    }
  )
}
