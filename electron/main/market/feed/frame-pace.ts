import { app, BrowserWindow } from 'electron'
import type { CurrentSettings } from '../../base/current-settings'
import { isOnBattery } from '../../base/power'
import { frameInterval } from './frame-interval'

const powerCheck = 30_000

/** The minimum time between two frames of a window. */
export function setUpFramePace(settings: Pick<CurrentSettings, 'now'>) {
  let battery = false
  let background = BrowserWindow.getFocusedWindow() === null
  const readPower = async () => {
    battery = await isOnBattery()
  }
  void readPower()
  const timer = setInterval(() => void readPower(), powerCheck)
  const focused = () => (background = false)
  // Focus may move on to another window of ours.
  const blurred = () => setImmediate(() => (background = BrowserWindow.getFocusedWindow() === null))
  app.on('browser-window-focus', focused)
  app.on('browser-window-blur', blurred)
  return {
    interval: () => frameInterval(settings.now(), { battery, background }),
    dispose() {
      clearInterval(timer)
      app.off('browser-window-focus', focused)
      app.off('browser-window-blur', blurred)
    }
  }
}
