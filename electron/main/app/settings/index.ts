import { app, nativeTheme, type BrowserWindow } from 'electron'
import { AuthorityApproval, openSettings, type SettingsStore } from '#engine/app/settings/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Settings } from '#shared/contract/app/settings'
import { Emitter } from '#shared/domain/base/emitter'
import type { Pushes } from '../../base/ipc/pushes'
import type { UnsavedFiles } from '../../base/unsaved-files'
import { confirmAuthority } from './confirm-authority'

interface SettingsDependencies {
  readonly file: string
  readonly unsaved: UnsavedFiles
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly notice: (sentence: string) => void
  /** The web contents of our windows. */
  readonly contents: () => readonly Electron.WebContents[]
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

export type SettingsFeature = Awaited<ReturnType<typeof setUpSettings>>

export async function setUpSettings({
  file,
  unsaved,
  pushes,
  notice,
  contents,
  browserOf
}: SettingsDependencies) {
  const changed = new Emitter()
  const apply = (settings: Settings) => {
    nativeTheme.themeSource = settings.theme
    for (const page of contents()) page.setZoomFactor(settings.zoom / 100)
  }
  const store: SettingsStore = await openSettings({
    file,
    changed: (state) => {
      apply(state.settings)
      unsaved.of(file)(state.notSaved)
      pushes.broadcast('settings.changed', state)
      changed.fire()
    }
  })
  if (store.notice) notice(store.notice)
  apply(store.state().settings)
  // Chromium resets the zoom with each page load.
  const zoomNew = (_event: Electron.Event, page: Electron.WebContents) => {
    page.on('did-finish-load', () => {
      if (contents().includes(page)) page.setZoomFactor(store.state().settings.zoom / 100)
    })
  }
  app.on('web-contents-created', zoomNew)
  const approval = new AuthorityApproval()
  const handlers: FeatureHandlers<'settings'> = {
    read: () => store.state(),
    async change(changes, { windowId }) {
      const { stampAuthority: current } = store.state().settings
      await approval.require(changes.stampAuthority ?? current, current, (url) =>
        confirmAuthority(url, browserOf(windowId))
      )
      return store.change(changes)
    },
    reset: () => store.reset()
  }
  return {
    handlers,
    now: () => store.state().settings,
    change: store.change,
    onChange: changed.on,
    reset: store.reset,
    dispose() {
      app.off('web-contents-created', zoomNew)
      return store.dispose()
    }
  }
}
