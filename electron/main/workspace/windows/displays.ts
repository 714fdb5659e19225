import { screen } from 'electron'
import type { Displays } from './geometry'

const events = ['display-added', 'display-removed', 'display-metrics-changed'] as const

/** Only after the app is ready. */
export const systemDisplays: Displays = {
  all: () => screen.getAllDisplays(),
  primary: () => screen.getPrimaryDisplay(),
  // IDs may change between starts, so positions and sizes are used.
  arrangement: () =>
    screen
      .getAllDisplays()
      .map(
        ({ bounds, scaleFactor }) =>
          `${bounds.x},${bounds.y} ${bounds.width}x${bounds.height} @${scaleFactor}`
      )
      .sort()
      .join('; '),
  pointer: () => screen.getCursorScreenPoint(),
  onChange(listener) {
    for (const event of events) screen.on(event as 'display-added', listener)
    return () => {
      for (const event of events) screen.off(event as 'display-added', listener)
    }
  }
}
