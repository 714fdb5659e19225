export { openSettings, type SettingsStore } from './store'
