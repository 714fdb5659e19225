export { mayWrite, readJsonOrSetAside, type Reading, type ReadOptions } from './read'
export { writeAtomically, writeAtomicallyNow } from './write'
