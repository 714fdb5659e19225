import path from 'node:path'
import { app } from 'electron'

/** Built files next to main's bundle. */
export const builtFolder = () => path.join(app.getAppPath(), 'out')
export const rendererFolder = () => path.join(builtFolder(), 'renderer')
export const iconFile = () => path.join(app.getAppPath(), 'resources', 'icon.png')
export const preloadFile = () => path.join(builtFolder(), 'preload', 'index.cjs')
export const targetsPreloadFile = () => path.join(builtFolder(), 'preload', 'targets.cjs')

export const logFolder = (userData: string) => path.join(userData, 'logs')
export const reportFolder = (userData: string) => path.join(userData, 'reports')
export const windowsFile = (userData: string) => path.join(userData, 'windows.json')
export const lastPicturesFolder = (userData: string) => path.join(userData, 'last-pictures')
export const settingsFile = (userData: string) => path.join(userData, 'settings.json')
export const connectionsFile = (userData: string) => path.join(userData, 'connections.json')
export const marketsFile = (userData: string) => path.join(userData, 'markets.json')
export const workspacesFile = (userData: string) => path.join(userData, 'workspaces.json')
export const templatesFile = (userData: string) => path.join(userData, 'templates.json')
export const alertsFile = (userData: string) => path.join(userData, 'alerts.json')
export const drawingsFile = (userData: string) => path.join(userData, 'drawings.json')
/** The default. */
export const recordingsFolder = (userData: string) => path.join(userData, 'recordings')
export const savedReportsFile = (userData: string) => path.join(userData, 'saved-reports.json')
export const queriesFile = (userData: string) => path.join(userData, 'queries.json')
/** Of evidence that alerts keep. */
export const evidenceFolder = (userData: string) => path.join(userData, 'evidence')
export const waitingEvidenceFile = (userData: string) => path.join(userData, 'waiting-evidence.json')
export const recordingsFile = (userData: string) => path.join(userData, 'recordings.json')
export const conversionsFile = (userData: string) => path.join(userData, 'conversions.json')
export const quotesFolder = (userData: string) => path.join(userData, 'quotes')
export const addressesFolder = (userData: string) => path.join(userData, 'addresses')
export const addressesWorker = () => path.join(builtFolder(), 'main', 'addresses.js')
export const keychainEntry = () => path.join(builtFolder(), 'main', 'keychain.js')
export const recorderEntry = () => path.join(builtFolder(), 'main', 'recorder.js')
export const catalogEntry = () => path.join(builtFolder(), 'main', 'catalog.js')
export const analysisEntry = () => path.join(builtFolder(), 'main', 'analysis.js')
export const replayEntry = () => path.join(builtFolder(), 'main', 'replay.js')
export const historyEntry = () => path.join(builtFolder(), 'main', 'history.js')
export const sqlEntry = () => path.join(builtFolder(), 'main', 'sql.js')
export const sealingEntry = () => path.join(builtFolder(), 'main', 'sealing.js')
export const sandboxEntry = () => path.join(builtFolder(), 'main', 'sandbox.js')
export const archiveFile = (userData: string) => path.join(userData, 'archive.json')
/** For document windows. */
export const documentsFolder = (userData: string) => path.join(userData, 'documents')
/** The default. */
export const statementsFolder = (userData: string) => path.join(userData, 'statements')
export const updatesFile = (userData: string) => path.join(userData, 'updates.json')
/** For installers. */
export const updatesFolder = (userData: string) => path.join(userData, 'updates')
