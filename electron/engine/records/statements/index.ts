export { Archive, type ArchivePorts } from './archive'
export type { Source } from './source'
export { provenanceFile } from './compare/provenance'
export { realDisk, type Disk } from './disk/disk'
