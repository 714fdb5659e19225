export { openAlertFile, type AlertFile } from './alert-file'
export type { StoredAlert } from './alert-schema'
export { Alerts, type AlertsPorts } from './alerts'
export type { ConnectionSeen } from './connection-watch'
