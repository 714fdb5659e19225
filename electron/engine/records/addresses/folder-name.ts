import { createHash } from 'node:crypto'

/** A safe folder name on every file system. */
export const folderName = (profileId: string) =>
  /^[a-z0-9][a-z0-9-]{0,63}$/.test(profileId)
    ? profileId
    : createHash('sha256').update(profileId).digest('hex').slice(0, 40)
