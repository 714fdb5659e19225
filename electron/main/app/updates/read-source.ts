import path from 'node:path'
import type { App } from 'electron'
import { readPlainFile } from '#engine/base/files/index'
import { parseSource, type UpdateSource } from '#engine/app/updates/index'
import { parseJson } from '#shared/wire/parse-json'

const maxBytes = 64 * 1024

/**
 * The source that packaging wrote into the app's own package.json. An installed app reads nothing else: no setting,
 * option or variable changes it.
 */
export async function readSource(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  replacement: string | null
): Promise<UpdateSource | null> {
  const isReplaced = replacement !== null && !app.isPackaged
  const file = isReplaced ? replacement : path.join(app.getAppPath(), 'package.json')
  try {
    const content = parseJson((await readPlainFile(file, maxBytes)).toString('utf8'))
    return typeof content === 'object' && content !== null && 'updates' in content
      ? parseSource(content.updates)
      : null
  } catch {
    return null
  }
}
