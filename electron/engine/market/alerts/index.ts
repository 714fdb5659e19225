export { openAlertFile } from './alert-file'
export type { StoredAlert } from './alert-schema'
export { Alerts, type FiredOfMarket } from './alerts'
