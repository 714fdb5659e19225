import { app } from 'electron'
import type { Options } from './options'

/** Whether this is the first start over its data folder. A second one hands over to the first and ends. */
export function isFirstInstance(options: Options): boolean {
  if (app.requestSingleInstanceLock()) return true
  const pictured = options.shot ?? options.marks
  process.stderr.write(
    pictured
      ? `Leadline is already running over this data folder, so ${pictured} was not written. Close it first, or give another folder with --user-data.\n`
      : 'Leadline is already running; its window comes to the front.\n'
  )
  app.exit(pictured ? 1 : 0)
  return false
}
