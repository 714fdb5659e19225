import fs from 'node:fs'
import path from 'node:path'
import { alone } from './lock.mjs'
import { cacheFolder, folderBeside, readJson, root, writeJson } from './paths.mjs'
import { end, start } from './run.mjs'
import { megabytes, progress, say } from './say.mjs'
import { unzip } from './zip.mjs'

const day = 24 * 60 * 60_000
const silence = 45_000

/** The place of the executable inside of an Electron folder. */
export const executableName =
  process.platform === 'darwin'
    ? 'Electron.app/Contents/MacOS/Electron'
    : process.platform === 'win32'
      ? 'electron.exe'
      : 'electron'

export function pinnedVersion() {
  const description = readJson(path.join(root, 'node_modules/electron/package.json'))
  return String(/** @type {{ version?: string } | undefined} */ (description)?.version)
}

/**
 * @param {(transferred: number, total: number | null) => void} onProgress
 * @returns {Promise<{ zip: string } | { reason: string }>}
 */
function download(onProgress) {
  return new Promise((resolve) => {
    const script = path.join(import.meta.dirname, 'official-download.mjs')
    const child = start(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const giveUp = () => {
      end(child, 'SIGKILL')
      resolve({ reason: `nothing came for ${silence / 1000} seconds` })
    }
    let timer = setTimeout(giveUp, silence)
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => (errors += text))
    child.on('message', (message) => {
      clearTimeout(timer)
      const received =
        /** @type {{ zip?: string, reason?: string, transferred?: number, total?: number | null }} */ (
          message
        )
      if (received.zip) resolve({ zip: received.zip })
      else if (received.reason) resolve({ reason: received.reason })
      else {
        timer = setTimeout(giveUp, silence)
        onProgress(received.transferred ?? 0, received.total ?? null)
      }
    })
    child.once('close', () => {
      clearTimeout(timer)
      resolve({ reason: errors.trim().split('\n').at(-1) || 'the download ended early' })
    })
  })
}

/** @param {string} folder */
async function install(folder) {
  const version = pinnedVersion()
  const step = progress(`Runtime: downloading the official Electron ${version}`)
  const result = await download((transferred, total) =>
    step.update(megabytes(transferred) + (total ? ` of ${megabytes(total)}` : ''))
  )
  if ('reason' in result) {
    step.failed()
    return result.reason
  }
  step.update('unpacking')
  const work = folderBeside(folder)
  try {
    await unzip(result.zip, path.join(work, 'electron'))
    fs.renameSync(path.join(work, 'electron'), folder)
    step.done('checksum verified, unpacked')
    return undefined
  } catch (error) {
    step.failed()
    return `it could not be unpacked: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/**
 * @param {{ at: number } | undefined} failed the failed try on record
 * @param {number} now
 */
export const tooEarly = (failed, now) => failed !== undefined && now >= failed.at && now - failed.at < day

/**
 * The executable of the pinned electron package, or undefined when it cannot be had. A failed try is remembered for a day.
 * @param {boolean} force try again although the last try failed
 * @param {string} [cache]
 */
export async function officialRuntime(force, cache = cacheFolder()) {
  const version = pinnedVersion()
  const own = path.join(root, 'node_modules/electron/dist')
  const folder = path.join(cache, 'runtime', `electron-${version}-${process.platform}-${process.arch}`)
  const record = folder + '.failed.json'
  const found = () => {
    const ownVersion =
      fs.existsSync(path.join(own, 'version')) && fs.readFileSync(path.join(own, 'version'), 'utf8')
    if (ownVersion && ownVersion.trim().replace(/^v/, '') === version) return path.join(own, executableName)
    const executable = path.join(folder, executableName)
    return fs.existsSync(executable) ? executable : undefined
  }
  return await alone(
    'official-runtime',
    async () => {
      const present = found()
      if (present) {
        say(`Runtime: Electron ${version}, the official one`)
        return present
      }
      const failed = /** @type {{ at: number, reason: string } | undefined} */ (readJson(record))
      if (!force && failed && tooEarly(failed, Date.now())) {
        say(
          `Runtime: the official Electron ${version} could not be downloaded on ${new Date(failed.at).toISOString()} ` +
            `(${failed.reason}); asked again after a day, or now with: npm start -- --runtime official`
        )
        return undefined
      }
      const reason = await install(folder)
      if (reason === undefined) {
        fs.rmSync(record, { force: true })
        return found()
      }
      writeJson(record, { at: Date.now(), reason })
      say(`Runtime: the official Electron ${version} could not be downloaded (${reason})`)
      return undefined
    },
    path.join(cache, 'locks')
  )
}
