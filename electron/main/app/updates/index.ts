import { arch, platform } from 'node:os'
import { app, shell } from 'electron'
import { openUpdateFile, Updates } from '#engine/app/updates/index'
import type { Clock } from '#engine/base/clock'
import type { Fetch } from '#engine/base/http/index'
import type { Log } from '#engine/base/log/index'
import type { ReleaseNotes } from '#shared/contract/app/updates'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Pushes } from '../../base/ipc/pushes'
import type { AfterStartup } from '../../base/startup/after-startup'
import type { SettingsFeature } from '../settings'
import { installWay, runInstaller } from './install'
import { readSource } from './read-source'

/** The sections of CHANGELOG.md, inserted by the build. */
declare const __RELEASE_NOTES__: readonly ReleaseNotes[]

interface UpdatesDependencies {
  readonly file: string
  readonly folder: string
  /** A file that replaces the build's source, if the app is not installed. */
  readonly sourceFile: string | null
  readonly clock: Clock
  readonly fetch: Fetch
  readonly settings: Pick<SettingsFeature, 'now' | 'onChange'>
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly startNotice: (sentence: string) => void
  readonly afterStartup: Pick<AfterStartup, 'after'>
  readonly log: Log
}

export async function setUpUpdates(parts: UpdatesDependencies) {
  const { clock, fetch, settings, pushes, afterStartup, log } = parts
  const file = await openUpdateFile({ file: parts.file, clock })
  if (file.notice) parts.startNotice(file.notice)
  const updates: Updates = new Updates({
    file,
    folder: parts.folder,
    fetch,
    clock,
    random: Math.random,
    source: await readSource(app, parts.sourceFile),
    version: app.getVersion(),
    on: settings.now().updates,
    notes: __RELEASE_NOTES__,
    system: `${platform()}-${arch()}`,
    way: installWay(app),
    onChange: () => pushes.broadcast('updates.changed', updates.state())
  })
  afterStartup.after(() => {
    void updates.start().catch((thrown: unknown) => log.error('start', thrown))
  })
  const unsubscribe = settings.onChange(() => updates.setOn(settings.now().updates))
  const handlers: FeatureHandlers<'updates'> = {
    read: () => updates.state(),
    notes: () => updates.notes(),
    async check() {
      await updates.check()
      return updates.state()
    },
    async dismiss() {
      await updates.dismiss()
      return updates.state()
    },
    async openPage() {
      await shell.openExternal(updates.page())
      return null
    },
    download() {
      updates.download()
      return updates.state()
    },
    async cancelDownload() {
      await updates.cancelDownload()
      return updates.state()
    },
    async discardInstaller() {
      await updates.discardInstaller()
      return updates.state()
    }
  }
  return {
    handlers,
    async dispose() {
      unsubscribe()
      await updates.dispose()
    },
    /** When everything else has been saved. */
    async install() {
      const installer = app.isPackaged ? await updates.installer() : null
      if (installer !== null) runInstaller(installer)
    }
  }
}
