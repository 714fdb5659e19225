import { rm } from 'node:fs/promises'
import path from 'node:path'
import { shell, type BrowserWindow, type Session } from 'electron'
import { provenanceFile } from '#engine/records/statements/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { DataKind } from '#shared/contract/app/data'
import { fail } from '#shared/domain/base/problem'
import { dataText } from '#shared/messages/app-data'
import { lastFiguresFile } from '../../market'
import { deliveryFile } from '../../market/alerts/delivery'
import { askToSave } from '../../base/dialogs'
import {
  alertsFile,
  connectionsFile,
  drawingsFile,
  evidenceFolder,
  logFolder,
  marketsFile,
  queriesFile,
  savedReportsFile,
  reportFolder,
  settingsFile,
  templatesFile,
  updatesFile,
  updatesFolder,
  windowsFile,
  workspacesFile
} from '../../base/startup/folders'
import { emptyLogs } from './empty'
import { backUp, clearFolder, listFolders, type DataPorts } from './folders'

interface Clearable {
  clear(): Promise<void>
}

interface DataDependencies {
  readonly userData: string
  readonly settings: { reset(): Promise<unknown> }
  readonly connections: Clearable
  readonly markets: Clearable
  readonly workspaces: Clearable
  readonly templates: Clearable
  readonly alerts: Clearable
  readonly drawings: Clearable
  readonly evidence: Clearable
  readonly queries: Clearable
  readonly savedReports: Clearable
  /** They may be moved. */
  readonly recordings: Clearable & { readonly folder: () => string; readonly companion: string }
  readonly addresses: Clearable & { readonly folder: string }
  readonly conversions: Clearable & { readonly file: string }
  readonly quotes: Clearable & { readonly folder: string }
  /** The archive may be moved. */
  readonly statements: { readonly folder: () => string }
  readonly archive: { readonly file: string }
  readonly documents: Clearable & { readonly folder: string }
  /** The sessions with caches. */
  readonly sessions: () => readonly Session[]
  readonly windowById: (id: string) => BrowserWindow | undefined
}

export function setUpData(parts: DataDependencies): FeatureHandlers<'data'> {
  const { userData, settings, recordings, addresses, conversions, quotes } = parts
  const { statements, archive, documents, sessions } = parts
  const markets = marketsFile(userData)
  const logs = logFolder(userData)
  const reports = reportFolder(userData)
  const clearOf =
    (
      kind:
        | 'connections'
        | 'markets'
        | 'workspaces'
        | 'templates'
        | 'alerts'
        | 'drawings'
        | 'queries'
        | 'savedReports'
    ) =>
    () =>
      parts[kind].clear()
  const ports: DataPorts = {
    now: () => new Date(),
    askForFile: (suggestion, windowId) =>
      askToSave({ title: dataText.backup.title, name: suggestion, type: 'zip' }, parts.windowById(windowId)),
    folders: {
      settings: { path: settingsFile(userData), clear: async () => void (await settings.reset()) },
      connections: { path: connectionsFile(userData), clear: clearOf('connections') },
      markets: { path: markets, companion: lastFiguresFile(markets), clear: clearOf('markets') },
      workspaces: { path: workspacesFile(userData), clear: clearOf('workspaces') },
      templates: { path: templatesFile(userData), clear: clearOf('templates') },
      alerts: { path: alertsFile(userData), clear: clearOf('alerts') },
      delivery: { path: deliveryFile(alertsFile(userData)), clear: null },
      drawings: { path: drawingsFile(userData), clear: clearOf('drawings') },
      recordings: {
        get path() {
          return recordings.folder()
        },
        companion: recordings.companion,
        clear: recordings.clear
      },
      evidence: { path: evidenceFolder(userData), clear: () => parts.evidence.clear() },
      queries: { path: queriesFile(userData), clear: clearOf('queries') },
      savedReports: { path: savedReportsFile(userData), clear: clearOf('savedReports') },
      addresses: { path: addresses.folder, clear: addresses.clear },
      conversions: { path: conversions.file, clear: conversions.clear },
      quotes: { path: quotes.folder, clear: quotes.clear },
      statements: {
        get path() {
          return statements.folder()
        },
        clear: null
      },
      archive: { path: archive.file, companion: provenanceFile(archive.file), clear: null },
      documents: { path: documents.folder, clear: documents.clear },
      windows: { path: windowsFile(userData), clear: () => rm(windowsFile(userData), { force: true }) },
      updates: { path: updatesFile(userData), companion: updatesFolder(userData), clear: null },
      logs: { path: logs, clear: () => emptyLogs(logs) },
      reports: {
        path: reports,
        clear: () => rm(reports, { recursive: true, force: true })
      },
      cache: {
        path: userData,
        bytes: async () => (await Promise.all(sessions().map((one) => one.getCacheSize()))).reduce(sum, 0),
        clear: async () => {
          for (const one of sessions()) {
            await one.clearCache()
            await one.clearCodeCaches({})
          }
        }
      }
    }
  }
  return {
    list: () => listFolders(ports),
    clear: async ({ kind }) => {
      await clearFolder(ports, kind)
      return listFolders(ports)
    },
    backUp: (_payload, { windowId }) => backUp(ports, windowId),
    openFolder: async ({ kind }) => {
      const target = ports.folders[kind].path
      const problem = await shell.openPath(folders.has(kind) ? target : path.dirname(target))
      if (problem !== '') throw fail('data.folder', dataText.folderNotOpened(target), { detail: problem })
      return null
    }
  }
}

const folders: ReadonlySet<DataKind> = new Set([
  'recordings',
  'evidence',
  'addresses',
  'quotes',
  'statements',
  'documents',
  'logs',
  'reports',
  'cache'
])

const sum = (total: number, bytes: number) => total + bytes
