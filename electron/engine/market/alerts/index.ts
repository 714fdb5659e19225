export { openAlertFile, type FiredOfMarket, type Unsettled } from './alert-file'
export type { StoredAlert } from './alert-schema'
export { Alerts } from './alerts'
