import type { UpdateDownload } from '#shared/contract/app/updates'
import type { Disposable } from '#shared/domain/base/emitter'
import { fail, toProblem } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import type { HttpPorts } from '../../base/http/index'
import { downloadInstaller } from './download'
import { removeOwnFiles } from './download-folder'
import { InstallerFile } from './installer-file'
import type { ReleaseFile } from './manifest'

const progressMilliseconds = 250

interface DownloadPorts extends HttpPorts {
  readonly folder: string
  readonly onChange: () => void
}

/** The one installer that is downloaded and waits for the app to quit. */
export class InstallerDownload implements Disposable {
  #state: UpdateDownload = { state: 'none' }
  #file: InstallerFile | null = null
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null
  /** The download under way, or the one that replaces it once it has stopped. */
  #wanted: ReleaseFile | null = null

  constructor(private readonly ports: DownloadPorts) {}

  /** A download for another release does not count. */
  stateOf(release: ReleaseFile | null): UpdateDownload {
    return this.#state.state !== 'ready' || this.#isOf(release) ? this.#state : { state: 'none' }
  }

  /** Finds what an earlier start downloaded; everything else is deleted, such as what has been installed since. */
  async restore(release: ReleaseFile | null): Promise<void> {
    if (!release) return removeOwnFiles(this.ports.folder)
    const file = new InstallerFile(this.ports.folder, release)
    await file.removeOthers()
    if (!(await file.isIntact()) || this.#running) return
    this.#file = file
    this.#show({ state: 'ready' })
  }

  start(release: ReleaseFile): void {
    if (this.#running) throw fail('updates.busy', updatesText.download.busy)
    this.#wanted = release
    const stop = new AbortController()
    const done = this.#fetch(new InstallerFile(this.ports.folder, release), stop.signal).finally(() => {
      this.#running = null
      this.ports.onChange()
    })
    this.#running = { stop, done }
  }

  /** A download of another release makes way for this one; without one, it is deleted. */
  async follow(release: ReleaseFile | null): Promise<void> {
    if (!this.#running || !this.#wanted || this.#wanted.sha256 === release?.sha256) return
    if (!release) return this.clear()
    const stopped = this.cancel()
    this.#wanted = release
    await stopped
    // Deletes what has arrived of the other one. Unless it was cancelled meanwhile.
    if (this.#wanted === release) this.start(release)
  }

  /** The bytes received so far are kept. */
  async cancel(): Promise<void> {
    this.#wanted = null
    this.#running?.stop.abort(new DOMException('Cancelled', 'AbortError'))
    await this.#running?.done
  }

  /** Cancels, and deletes every downloaded file. */
  async clear(): Promise<void> {
    await this.cancel()
    this.#file = null
    this.#show({ state: 'none' })
    await removeOwnFiles(this.ports.folder)
  }

  /** The path of the installer, verified again just now; null if there is none or it was altered. */
  async verified(release: ReleaseFile): Promise<string | null> {
    const file = this.#state.state === 'ready' && this.#isOf(release) ? this.#file : null
    return file && (await file.isIntact()) ? file.path : null
  }

  dispose(): Promise<void> {
    return this.cancel()
  }

  #isOf(release: ReleaseFile | null): boolean {
    return this.#file?.release.sha256 === release?.sha256
  }

  async #fetch(file: InstallerFile, signal: AbortSignal): Promise<void> {
    const { clock } = this.ports
    const of = file.release.size
    let shownAt = Number.NEGATIVE_INFINITY
    this.#show({ state: 'running', bytes: 0, of })
    try {
      const onProgress = (bytes: number) => {
        this.#state = { state: 'running', bytes, of }
        if (clock.monotonic() - shownAt < progressMilliseconds) return
        shownAt = clock.monotonic()
        this.ports.onChange()
      }
      if (!(await file.isIntact())) await downloadInstaller(this.ports, { file, signal, onProgress })
      this.#file = file
      this.#show({ state: 'ready' })
    } catch (thrown) {
      this.#show(signal.aborted ? { state: 'none' } : { state: 'failed', problem: toProblem(thrown) })
    }
  }

  #show(state: UpdateDownload): void {
    this.#state = state
    this.ports.onChange()
  }
}
