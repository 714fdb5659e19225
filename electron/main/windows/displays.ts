import { screen } from 'electron'
import type { Displays } from './placement'

/** The displays that the system has. Only after the app is ready. */
export const systemDisplays: Displays = {
  all: () => screen.getAllDisplays(),
  primary: () => screen.getPrimaryDisplay(),
  onChange(hear) {
    screen.on('display-removed', hear)
    screen.on('display-metrics-changed', hear)
    return () => {
      screen.off('display-removed', hear)
      screen.off('display-metrics-changed', hear)
    }
  }
}
