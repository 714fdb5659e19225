import type { Bridge } from '#shared/contract/index'
import { defaultSettings, zoomSteps, type Settings, type SettingsState } from '#shared/contract/app/settings'
import { valueOf } from '../client'

/** The settings of main; changes apply here at once and are then sent. */
export class SettingsStore {
  state = $state.raw<SettingsState>({ settings: defaultSettings, notSaved: null })

  constructor(private readonly bridge: Bridge) {}

  get now(): Settings {
    return this.state.settings
  }

  start(): () => void {
    return this.bridge.on('settings.changed', (state) => (this.state = state))
  }

  async load(): Promise<void> {
    this.state = await valueOf(this.bridge.call.settings.read())
  }

  async change(part: Partial<Settings>): Promise<void> {
    const before = this.state
    this.state = { ...before, settings: { ...before.settings, ...part } }
    try {
      this.state = await valueOf(this.bridge.call.settings.change(part))
    } catch (thrown) {
      this.state = before
      throw thrown
    }
  }

  async reset(): Promise<void> {
    this.state = await valueOf(this.bridge.call.settings.reset())
  }

  /** The next larger (+1) or smaller (-1) zoom, or null at the end. */
  zoomStep(direction: 1 | -1): Settings['zoom'] | null {
    return zoomSteps[zoomSteps.indexOf(this.now.zoom) + direction] ?? null
  }
}
