import type { AvailableUpdate, InstallWay, ReleaseNotes, UpdatesState } from '#shared/contract/app/updates'
import type { Disposable } from '#shared/domain/base/emitter'
import { fail } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import { UpdateChecker, type CheckerPorts } from './checker'
import { InstallerDownload } from './installer-download'
import type { ReleaseFile } from './manifest'
import { compareVersions, isVersion } from './version'

interface UpdatesPorts extends CheckerPorts {
  /** For installers. */
  readonly folder: string
  readonly way: InstallWay
  /** As the manifest names systems: `win32-x64`. */
  readonly system: string
  /** The changes of the running version and of those before it. */
  readonly notes: readonly ReleaseNotes[]
}

/** Checks, announces and downloads newer versions. */
export class Updates implements Disposable {
  readonly #checker: UpdateChecker
  readonly #download: InstallerDownload
  /** The version before an update. */
  readonly #previous: string | null
  #wasUpdated: boolean

  constructor(private readonly ports: UpdatesPorts) {
    this.#download = new InstallerDownload(ports)
    this.#checker = new UpdateChecker({ ...ports, onChange: () => this.#onCheck() })
    const { file, version } = ports
    const { ranVersion } = file.value
    const isUpdate = ranVersion !== null && isVersion(version) && compareVersions(ranVersion, version) < 0
    this.#previous = isUpdate ? ranVersion : null
    this.#wasUpdated = isUpdate
    if (ranVersion !== version && isVersion(version)) file.updateSoon({ ranVersion: version })
  }

  async start(): Promise<void> {
    this.#checker.start()
    await this.#download.restore(this.#release())
  }

  setOn(on: boolean): void {
    this.#checker.setOn(on)
    if (!on) void this.#download.clear().catch(() => {})
  }

  state(): UpdatesState {
    return {
      version: this.ports.version,
      ...this.#checker.state(),
      available: this.#available(),
      download: this.#download.stateOf(this.#release()),
      wasUpdated: this.#wasUpdated
    }
  }

  notes(): readonly ReleaseNotes[] {
    const { version, notes } = this.ports
    const newer = this.#checker.newer()
    const skipped = notes.filter((each) => this.#isSkipped(each.version))
    return [
      ...(newer ? [{ version: newer.version, released: newer.released, text: newer.notes }] : []),
      ...notes.filter((each) => each.version === version),
      ...skipped.toSorted((one, other) => compareVersions(other.version, one.version))
    ]
  }

  check(): Promise<void> {
    return this.#checker.check()
  }

  async dismiss(): Promise<void> {
    this.#wasUpdated = false
    const newer = this.#checker.newer()
    if (newer) await this.ports.file.update({ dismissed: newer.version })
    this.ports.onChange()
  }

  /** The download page, from the signed manifest. */
  page(): string {
    const newer = this.#checker.newer()
    if (!newer) throw missing()
    return newer.page
  }

  download(): void {
    const release = this.#release()
    if (!release) throw missing()
    this.#download.start(release)
  }

  cancelDownload(): Promise<void> {
    return this.#download.cancel()
  }

  /** Deletes the downloaded installer, which is then not run. */
  discardInstaller(): Promise<void> {
    return this.#download.clear()
  }

  /** Null unless a verified newer version waits. Works after `dispose` too, when it is installed. */
  async installer(): Promise<string | null> {
    const release = this.#release()
    return release ? this.#download.verified(release) : null
  }

  async dispose(): Promise<void> {
    await this.#download.dispose()
    await this.#checker.dispose()
  }

  #onCheck(): void {
    void this.#download.follow(this.#release()).catch(() => {})
    this.ports.onChange()
  }

  #release(): ReleaseFile | null {
    const { way, system } = this.ports
    return way === 'installer' ? (this.#checker.newer()?.files[system] ?? null) : null
  }

  #isSkipped(version: string): boolean {
    const isNewer = (one: string, other: string) => compareVersions(one, other) > 0
    const previous = this.#previous
    if (previous === null || !isVersion(version)) return false
    return isNewer(version, previous) && isNewer(this.ports.version, version)
  }

  #available(): AvailableUpdate | null {
    const newer = this.#checker.newer()
    if (!newer) return null
    const { version, released, page } = newer
    const release = this.#release()
    const way = this.ports.way === 'installer' && !release ? 'page' : this.ports.way
    const installerHost = release && new URL(release.url).host
    const dismissed = this.ports.file.value.dismissed === version
    return { version, released, page, way, installerHost, dismissed }
  }
}

const missing = () => fail('updates.no-download', updatesText.download.missing)
