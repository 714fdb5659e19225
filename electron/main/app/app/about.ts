import { readFile } from 'node:fs/promises'
import { arch, release, type } from 'node:os'
import path from 'node:path'
import { app } from 'electron'
import * as v from 'valibot'
import type { About, Licence } from '#shared/contract/app/app'
import { fail } from '#shared/domain/base/problem'
import { dataText } from '#shared/messages/app-data'
import { startText } from '#shared/messages/app-process'
import { builtFolder } from '../../base/startup/folders'

/** Defined by the build from package.json. */
declare const __PINNED_ELECTRON__: string

const major = (version: string | undefined) => Number.parseInt(version ?? '0', 10)

export function describeApp(): About {
  const { electron, chrome, node } = process.versions
  const version = app.getVersion()
  const olderRuntime = major(electron) < major(__PINNED_ELECTRON__)
  return {
    version: app.isPackaged && olderRuntime ? startText.testBuild(version) : version,
    electron: electron ?? '',
    chromium: chrome ?? '',
    node,
    system: `${type()} ${release()} ${arch()}`,
    olderRuntime
  }
}

const licencesSchema = v.array(
  v.object({ name: v.string(), version: v.string(), licence: v.string(), text: v.string() })
)

/** Collected by the build. */
export async function readLicences(): Promise<readonly Licence[]> {
  try {
    const text = await readFile(path.join(builtFolder(), 'licences.json'), 'utf8')
    return v.parse(licencesSchema, JSON.parse(text))
  } catch (cause) {
    throw fail('licences.unreadable', dataText.licencesUnreadable, { cause })
  }
}
