export { budgetsOf, parquetBudgetsOf } from './budget'
export { Recordings } from './recordings'
