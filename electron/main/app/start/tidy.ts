import { makePrivate, removeLeftovers } from '#engine/base/files/index'
import {
  addressesFolder,
  logFolder,
  quotesFolder,
  reportFolder,
  statementsFolder
} from '../../base/startup/folders'

/** Repairs file modes and removes unfinished files. */
export async function tidyDataFolder(userData: string): Promise<void> {
  const own = [addressesFolder, quotesFolder, statementsFolder, logFolder, reportFolder]
  const folders = own.map((folderIn) => folderIn(userData))
  await removeLeftovers(userData, performance.timeOrigin, 0)
  for (const folder of folders) {
    await removeLeftovers(folder, performance.timeOrigin)
    await makePrivate(folder)
  }
}
