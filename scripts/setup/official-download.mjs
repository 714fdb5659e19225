import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

// A process of its own, so that it can be ended when nothing more arrives. It fetches the archive of the pinned
// electron package through Electron's own downloader, which checks it against the hashes that the package carries.
const require = createRequire(import.meta.url)
const electron = path.dirname(require.resolve('electron/package.json'))
const fromElectron = createRequire(path.join(electron, 'install.js'))

/** @param {string} file */
const json = (file) => JSON.parse(fs.readFileSync(path.join(electron, file), 'utf8'))

try {
  const get = await import(pathToFileURL(fromElectron.resolve('@electron/get')).href)
  const zip = await get.downloadArtifact({
    version: json('package.json').version,
    artifactName: 'electron',
    checksums: json('checksums.json'),
    platform: process.platform,
    arch: process.arch,
    downloadOptions: {
      quiet: true,
      /** @param {{ transferred: number, total: number | null }} at */
      getProgressCallback: async (at) => process.send?.({ transferred: at.transferred, total: at.total })
    }
  })
  process.send?.({ zip })
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  process.send?.({ reason: (error instanceof Error ? error.message : String(error)) + cause })
}
process.disconnect?.()
