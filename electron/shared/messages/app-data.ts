import { choose } from './language'

export const dataText = choose({
  en: {
    folders: {
      settings: 'Settings',
      connections: 'Connections',
      markets: 'Watchlists and last figures',
      alerts: 'Alerts',
      delivery: 'Alert targets',
      drawings: 'Chart drawings',
      workspaces: 'Workspaces',
      templates: 'Saved templates',
      recordings: 'Recordings',
      evidence: 'Evidence kept by alerts',
      queries: 'Saved queries',
      savedReports: 'Saved reports',
      addresses: 'Deposit addresses',
      conversions: 'Conversions',
      quotes: 'Recorded quotes',
      statements: 'Statements',
      archive: 'Archive settings',
      documents: 'Document viewer',
      windows: 'Window positions',
      updates: 'Update checks',
      logs: 'Logs',
      reports: 'Crash reports',
      cache: 'Cache'
    },
    clearing: {
      settings:
        'Resets every setting to its default. Recordings older than 14 days or beyond 10 GB per connection are deleted, except pinned days.',
      connections: 'Deletes all connections and their client secrets, except the local sandbox.',
      markets:
        'Deletes all watchlists, the size presets of all markets and the last figures of each panel. The local sandbox starts with its initial markets again.',
      workspaces: 'Deletes all workspaces and closes their windows. The initial workspaces are restored.',
      templates: 'Deletes the templates that you saved. Workspaces made from them stay.',
      alerts: 'Deletes all alerts of all connections and their history.',
      drawings: 'Deletes all chart drawings of all connections.',
      recordings:
        'Deletes the recordings of all connections and starts a new one. The service has no history to restore them from.',
      evidence: 'Deletes the evidence that alerts kept. Evidence that you saved elsewhere stays.',
      queries: 'Deletes the SQL queries that you saved.',
      savedReports: 'Deletes the analysis reports that you saved. Recordings stay.',
      addresses: 'Deletes the loaded addresses, your labels and your saved filters for all connections.',
      conversions:
        'Deletes the conversion history and your notes, and stops watching conversions. The service keeps its own records.',
      quotes: 'Deletes all recorded best bids and asks. The service has no history to restore them from.',
      documents:
        'Deletes the data of the document viewer and closes its windows. No documents are stored there.',
      windows: 'Deletes the saved window positions. Windows that are open when you quit are saved again.',
      logs: 'Deletes all logs and starts a new one.',
      reports: 'Deletes all crash reports.',
      cache: 'Deletes cached data, which can be downloaded again.'
    },
    notClearable: (target: string) => `${target} cannot be cleared from here.`,
    notCleared: (target: string, path: string) =>
      `${target} could not be cleared: ${path} cannot be written.`,
    folderNotOpened: (folder: string) => `The folder ${folder} could not be opened.`,
    backup: {
      title: 'Back up your data',
      notWritten: (file: string) => `The backup could not be written to ${file}.`,
      unreadable: (target: string) => `The backup was not made: ${target} cannot be read.`
    },
    supportFileNotWritten: (file: string) => `The support file could not be written to ${file}.`,
    licencesUnreadable: 'The list of licences that ships with Leadline cannot be read.'
  }
})
