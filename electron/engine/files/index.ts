export { mayWrite, readJsonOrSetAside } from './read'
export { writeAtomically, writeAtomicallyNow } from './write'
