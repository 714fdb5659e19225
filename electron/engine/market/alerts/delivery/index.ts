export { Delivery } from './delivery'
export { messageOf } from './message'
export { openTargetFile } from './target-file'
