import { screen } from 'electron'
import type { Displays } from './geometry'

const events = ['display-added', 'display-removed', 'display-metrics-changed'] as const

/** The displays that the system has. Only after the app is ready. */
export const systemDisplays: Displays = {
  all: () => screen.getAllDisplays(),
  primary: () => screen.getPrimaryDisplay(),
  // Ids change from one start to the next on some systems; where displays are and how large does not.
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
