export { Archive, type ArchivePorts, type Source } from './archive'
export { provenanceFile } from './compare/provenance'
export { realDisk, type Disk } from './disk/disk'
