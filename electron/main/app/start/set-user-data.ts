import { app } from 'electron'
import type { Notices } from './notices'
import type { Options } from './options'
import { chooseUserData } from './user-data'

/** Must come first, because Electron derives its folders from it. */
export function setUpUserData(options: Options, notices: Notices): string {
  const { folder, notice } = chooseUserData(options.userData ?? app.getPath('userData'))
  app.setPath('userData', folder)
  if (notice) {
    process.stderr.write(`${notice}\n`)
    notices.add(notice)
  }
  return folder
}
