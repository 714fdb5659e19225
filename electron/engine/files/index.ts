export { mayWrite, readJsonOrSetAside } from './read'
export { WholeFile, type WholeFilePorts } from './whole-file'
export { writeAtomically, writeAtomicallyNow } from './write'
