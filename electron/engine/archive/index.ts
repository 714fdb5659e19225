export { Archive, type ArchivePorts, type Source } from './archive'
export { realDisk, type Disk } from './disk/disk'
