import { rm } from 'node:fs/promises'
import path from 'node:path'
import { shell, type BrowserWindow, type Session } from 'electron'
import { provenanceFile } from '#engine/records/statements/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { DataKind } from '#shared/contract/app/data'
import { fail } from '#shared/domain/base/problem'
import { dataText } from '#shared/messages/app-data'
import { lastFiguresFile } from '../../market'
import { askToSave } from '../../base/dialogs'
import { emptyLogs } from './empty'
import { backUp, clearFolder, listFolders, type DataPorts } from './folders'

interface DataDependencies {
  readonly settings: { readonly file: string; readonly reset: () => Promise<unknown> }
  readonly connections: { readonly file: string; readonly clear: () => Promise<void> }
  readonly markets: { readonly file: string; readonly clear: () => Promise<void> }
  readonly workspaces: { readonly file: string; readonly clear: () => Promise<void> }
  readonly templates: { readonly file: string; readonly clear: () => Promise<void> }
  readonly alerts: { readonly file: string; readonly clear: () => Promise<void> }
  readonly drawings: { readonly file: string; readonly clear: () => Promise<void> }
  /** Of versions that did not derive them from recordings. */
  readonly candles: { readonly folder: string }
  /** They may be moved. */
  readonly recordings: { readonly folder: () => string; readonly clear: () => Promise<void> }
  readonly addresses: { readonly folder: string; readonly clear: () => Promise<void> }
  readonly conversions: { readonly file: string; readonly clear: () => Promise<void> }
  readonly quotes: { readonly folder: string; readonly clear: () => Promise<void> }
  /** The archive may be moved. */
  readonly statements: { readonly folder: () => string }
  readonly archive: { readonly file: string }
  readonly documents: { readonly folder: string; readonly clear: () => Promise<void> }
  readonly windows: { readonly file: string }
  readonly updates: { readonly file: string; readonly folder: string }
  readonly logs: { readonly folder: string }
  readonly reports: { readonly folder: string }
  /** Chromium's folder and the sessions with caches. */
  readonly cache: { readonly folder: string; readonly sessions: () => readonly Session[] }
  readonly windowById: (id: string) => BrowserWindow | undefined
}

export function setUpData(parts: DataDependencies): FeatureHandlers<'data'> {
  const { settings, connections, markets, alerts, workspaces, candles, windows, logs, reports, cache } = parts
  const {
    templates,
    drawings,
    recordings,
    addresses,
    conversions,
    quotes,
    statements,
    archive,
    documents,
    updates
  } = parts
  const ports: DataPorts = {
    now: () => new Date(),
    askForFile: (suggestion, windowId) =>
      askToSave({ title: dataText.backup.title, name: suggestion, type: 'zip' }, parts.windowById(windowId)),
    folders: {
      settings: { path: settings.file, clear: async () => void (await settings.reset()) },
      connections: { path: connections.file, clear: connections.clear },
      markets: { path: markets.file, companion: lastFiguresFile(markets.file), clear: markets.clear },
      workspaces: { path: workspaces.file, clear: workspaces.clear },
      templates: { path: templates.file, clear: templates.clear },
      alerts: { path: alerts.file, clear: alerts.clear },
      drawings: { path: drawings.file, clear: drawings.clear },
      candles: {
        path: candles.folder,
        clear: () => rm(candles.folder, { recursive: true, force: true })
      },
      recordings: {
        get path() {
          return recordings.folder()
        },
        clear: recordings.clear
      },
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
      windows: { path: windows.file, clear: () => rm(windows.file, { force: true }) },
      updates: { path: updates.file, companion: updates.folder, clear: null },
      logs: { path: logs.folder, clear: () => emptyLogs(logs.folder) },
      reports: {
        path: reports.folder,
        clear: () => rm(reports.folder, { recursive: true, force: true })
      },
      cache: {
        path: cache.folder,
        bytes: async () =>
          (await Promise.all(cache.sessions().map((one) => one.getCacheSize()))).reduce(sum, 0),
        clear: async () => {
          for (const one of cache.sessions()) {
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
  'candles',
  'recordings',
  'addresses',
  'quotes',
  'statements',
  'documents',
  'logs',
  'reports',
  'cache'
])

const sum = (total: number, bytes: number) => total + bytes
