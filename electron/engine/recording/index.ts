export { budgetsOf } from './budget'
export { Recordings } from './recordings'
