import { EventEmitter } from 'node:events'
import type { SavedLayout } from '#main/workspace/windows/saved-windows'
import type { Display, Displays, Rectangle } from '#main/workspace/windows/geometry'
import {
  WindowRegistry,
  type MadeWindow,
  type OpenWindow,
  type RegistryOptions
} from '#main/workspace/windows/registry'

export const left: Display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
export const right: Display = { id: 2, workArea: { x: 1920, y: 0, width: 1920, height: 1080 } }

export class FakeDisplays implements Displays {
  displays: Display[] = [left, right]
  at = { x: 500, y: 500 }
  all = () => this.displays
  primary = () => this.displays[0]!
  arrangement = () => this.displays.map(({ workArea }) => JSON.stringify(workArea)).join()
  pointer = () => this.at
  onChange = () => () => {}
}

export class FakeBrowser extends EventEmitter {
  readonly webContents = {}
  focused = false
  gone = false
  shown = 0
  constructor(
    public bounds: Rectangle,
    public maximised: boolean,
    public onTop: boolean,
    public fullScreen: boolean
  ) {
    super()
  }
  isFocused = () => this.focused
  isMaximized = () => this.maximised
  isFullScreen = () => this.fullScreen
  getNormalBounds = () => this.bounds
  setAlwaysOnTop = (onTop: boolean) => (this.onTop = onTop)
  setBounds(bounds: Rectangle) {
    this.bounds = bounds
    this.emit('move')
  }
  maximize() {
    this.maximised = true
    this.emit('maximize')
  }
  unmaximize() {
    this.maximised = false
    this.emit('unmaximize')
  }
  setFullScreen(wanted: boolean) {
    this.fullScreen = wanted
    this.emit(wanted ? 'enter-full-screen' : 'leave-full-screen')
  }
  isDestroyed = () => this.gone
  isMinimized = () => false
  show = () => (this.shown += 1)
  focus = () => (this.focused = true)
  /** Without a close event. */
  destroy() {
    this.gone = true
    this.emit('closed')
  }
  /** With a close event. */
  close() {
    let prevented = false
    const event = {
      get defaultPrevented() {
        return prevented
      },
      preventDefault: () => (prevented = true)
    }
    this.emit('close', event)
    if (!prevented) this.destroy()
  }
}

export function setUpRegistry(kept?: SavedLayout, onOpen: (window: OpenWindow) => void = () => {}) {
  const desk = new FakeDisplays()
  const browsers: FakeBrowser[] = []
  let changes = 0
  const closed: string[] = []
  const create = ({ placement, onTop, fullScreen }: MadeWindow) => {
    const browser = new FakeBrowser(placement.bounds, placement.maximised, onTop, fullScreen)
    browsers.push(browser)
    return browser
  }
  const options: object = {
    displays: desk,
    create,
    onChange: () => changes++,
    onOpen,
    onClose: ({ id }: { id: string }) => closed.push(id),
    ...(kept && { kept })
  }
  const registry = new WindowRegistry(options as RegistryOptions)
  return { desk, registry, browsers, closed, changes: () => changes }
}
