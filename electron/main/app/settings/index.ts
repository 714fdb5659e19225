import { app, nativeTheme } from 'electron'
import { openSettings, type SettingsStore } from '#engine/app/settings/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Settings, SettingsState } from '#shared/contract/app/settings'

interface SettingsDependencies {
  readonly file: string
  readonly broadcast: (name: 'settings.changed', state: SettingsState) => void
  readonly notice: (sentence: string) => void
  /** The web contents of our own windows, to which the zoom applies. */
  readonly contents: () => readonly Electron.WebContents[]
}

export type SetUpSettings = Awaited<ReturnType<typeof setUpSettings>>

export async function setUpSettings({ file, broadcast, notice, contents }: SettingsDependencies) {
  const apply = (settings: Settings) => {
    nativeTheme.themeSource = settings.theme
    for (const page of contents()) page.setZoomFactor(settings.zoom / 100)
  }
  const store: SettingsStore = await openSettings({
    file,
    changed: (state) => {
      apply(state.settings)
      broadcast('settings.changed', state)
    }
  })
  if (store.notice) notice(store.notice)
  apply(store.state().settings)
  // Chromium forgets the factor with each page that it loads.
  const zoomNew = (_event: Electron.Event, page: Electron.WebContents) => {
    page.on('did-finish-load', () => {
      if (contents().includes(page)) page.setZoomFactor(store.state().settings.zoom / 100)
    })
  }
  app.on('web-contents-created', zoomNew)
  const handlers: FeatureHandlers<'settings'> = {
    read: () => store.state(),
    change: (changes) => store.change(changes),
    reset: () => store.reset()
  }
  return {
    handlers,
    store,
    dispose() {
      app.off('web-contents-created', zoomNew)
      return store.dispose()
    }
  }
}
