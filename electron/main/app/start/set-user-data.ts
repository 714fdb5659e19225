import { app } from 'electron'
import type { Notices } from './notices'
import type { Options } from './options'
import { chooseUserData } from './user-data'

/** Comes before everything else: Electron takes its own folders from there as soon as it needs them. */
export function setUpUserData(options: Options, notices: Notices): string {
  const { folder, notice } = chooseUserData(options.userData ?? app.getPath('userData'))
  app.setPath('userData', folder)
  if (notice) {
    process.stderr.write(`${notice}\n`)
    notices.add(notice)
  }
  return folder
}
