import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { asarOf } from './asar.mjs'
import { appEntries } from './content.mjs'
import { fuses } from './fuses.mjs'

/** In a runtime folder, but not needed. The first may contain another app. */
const excluded = ['resources', 'default_app.asar', 'version', 'chrome_crashpad_handler.debug']
/** Of Chromium's own texts, which Leadline shows nowhere. */
const locale = 'en-US.pak'
export const executable = 'leadline'

/**
 * @param {string} runtime the folder of an Electron
 * @param {string} folder
 */
function copyRuntime(runtime, folder) {
  for (const entry of fs.readdirSync(runtime, { withFileTypes: true })) {
    const from = path.join(runtime, entry.name)
    if (excluded.includes(entry.name)) continue
    if (entry.name === 'locales') {
      fs.mkdirSync(path.join(folder, 'locales'))
      fs.copyFileSync(path.join(from, locale), path.join(folder, 'locales', locale))
    } else if (entry.isFile()) {
      const name = entry.name === 'electron' ? executable : entry.name
      fs.copyFileSync(from, path.join(folder, name), fs.constants.COPYFILE_FICLONE)
    }
  }
}

/**
 * Closes every way to run other code in the app. Tests of the package leave it open to inspection, because they
 * drive the app through the inspector.
 * @param {string} file
 * @param {{ inspectable: boolean }} options
 */
async function setFuses(file, { inspectable }) {
  /** @type {typeof import('@electron/fuses')} */
  const { flipFuses, FuseVersion, FuseV1Options } = createRequire(import.meta.url)('@electron/fuses')
  const wanted = { ...fuses, enableNodeCliInspectArguments: inspectable }
  const flags = Object.entries(wanted).map(([name, on]) => {
    const option = /** @type {keyof typeof FuseV1Options} */ (`${name[0]?.toUpperCase()}${name.slice(1)}`)
    return [FuseV1Options[option], on]
  })
  await flipFuses(file, { version: FuseVersion.V1, ...Object.fromEntries(flags) })
}

/**
 * The app as it is installed: a runtime of its own, and one archive.
 * @param {{ runtime: string, folder: string, work: string, inspectable?: boolean }} request `folder` is made
 */
export async function writeAppFolder({ runtime, folder, work, inspectable = false }) {
  fs.mkdirSync(path.join(folder, 'resources'), { recursive: true })
  copyRuntime(runtime, folder)
  const entries = appEntries({ work, platform: process.platform, architecture: process.arch })
  fs.writeFileSync(path.join(folder, 'resources/app.asar'), asarOf(entries))
  for (const { name, source } of entries.filter(({ unpacked }) => unpacked)) {
    const place = path.join(folder, 'resources/app.asar.unpacked', name)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.copyFileSync(source, place)
  }
  await setFuses(path.join(folder, executable), { inspectable })
}
