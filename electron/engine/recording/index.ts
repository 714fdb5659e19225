export { budgetOf } from './budget'
export { Recordings } from './recordings'
