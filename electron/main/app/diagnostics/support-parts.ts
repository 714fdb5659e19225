import type { BrowserWindow } from 'electron'
import { dialogText } from '#shared/messages/base'
import { askToSave } from '../../base/dialogs'
import { describeApp } from '../app/about'
import type { SettingsFeature } from '../settings'
import type { DiagnosticsParts } from './index'
import { readLogTail } from './log-tail'

interface Sources {
  readonly logs: string
  readonly settings: Pick<SettingsFeature, 'now'>
  readonly browserOf: (windowId: string) => BrowserWindow | undefined
}

/** What the app adds to a support file, and where it is saved. */
export const supportParts = ({ logs, settings, browserOf }: Sources): DiagnosticsParts['support'] => ({
  versions: describeApp,
  settings: settings.now,
  log: () => readLogTail(logs),
  askForFile: (suggestion, windowId) =>
    askToSave({ title: dialogText.save.supportFile, name: suggestion, type: 'zip' }, browserOf(windowId))
})
