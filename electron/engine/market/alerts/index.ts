export { openAlertFile } from './alert-file'
export type { StoredAlert } from './alert-schema'
export { Alerts } from './alerts'
