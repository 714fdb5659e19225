export { AuthorityApproval } from './authority-approval'
export { openSettings, type SettingsStore } from './store'
