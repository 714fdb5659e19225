import { app, clipboard, shell } from 'electron'
import type { Log } from '#engine/base/log/index'
import type { FeatureHandlers } from '#shared/contract/index'
import { fail } from '#shared/domain/base/problem'
import { startText } from '#shared/messages/app-process'
import type { Feeds } from '../../market/feed/feeds'
import type { Pushes } from '../../base/ipc/pushes'
import { checkExternal } from '../../base/security/external'
import type { Marks } from '../../base/startup/marks'
import type { UnsavedFiles } from '../../base/unsaved-files'
import type { Notices } from '../start/notices'
import type { PanelGuard } from '../../workspace/windows/panel-guard'
import type { WindowRegistry } from '../../workspace/windows/registry'
import { describeApp, readLicences } from './about'

interface AppDependencies {
  readonly windows: WindowRegistry
  readonly guard: PanelGuard
  readonly pushes: Pushes
  readonly feeds: Feeds
  readonly marks: Marks
  readonly notices: Notices
  readonly unsaved: UnsavedFiles
  readonly log: Log
}

export function setUpApp(parts: AppDependencies): FeatureHandlers<'app'> {
  const { windows, guard, pushes, feeds, marks, notices, unsaved, log } = parts
  return {
    ready(_payload, { windowId }) {
      const window = windows.byId(windowId)
      if (!window) throw fail('window.gone', startText.windowClosing)
      marks.set(windowId, 'ready')
      feeds.renew(windowId, window.browser.webContents)
      // After the answer, so that the window knows its view before any push arrives.
      setImmediate(() => pushes.ready(windowId))
      const { content, onTop } = window
      const open = windows.all.map((each) => each.content)
      return {
        windowId,
        content,
        onTop,
        notices: notices.takeFor(content, open),
        unsaved: unsaved.reasons,
        panels: guard.kept
      }
    },
    about: () => describeApp(),
    licences: () => readLicences(),
    mark({ name, at }, { windowId }) {
      marks.set(windowId, name, at)
      return null
    },
    reportError({ message, stack }, { windowId }) {
      log.error(`An error in ${windowId}: ${message}`, stack)
      return null
    },
    async openExternal({ url }) {
      await shell.openExternal(checkExternal(url))
      return null
    },
    async copyText({ text }) {
      await clipboard.writeText(text)
      return null
    },
    quit() {
      setImmediate(() => app.quit())
      return null
    }
  }
}
