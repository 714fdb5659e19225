import { addressesCalls, addressesPushes, type AddressesPushes } from './records/addresses'
import { alertsCalls, alertsPushes, type AlertsPushes } from './market/alerts'
import { appCalls, appPushes, type AppPushes } from './app/app'
import { statementsCalls, statementsPushes, type StatementsPushes } from './records/statements'
import type { Call, CallInput, CallOutput } from './base/call'
import { connectionsCalls, connectionsPushes, type ConnectionsPushes } from './connection/connections'
import {
  conversionsCalls,
  conversionsPushes,
  linksPushes,
  type ConversionsPushes,
  type LinksPushes
} from './records/conversions'
import { dataCalls } from './app/data'
import { drawingsCalls, drawingsPushes, type DrawingsPushes } from './market/drawings'
import { loginCalls } from './app/login'
import { diagnosticsCalls, diagnosticsPushes, type DiagnosticsPushes } from './app/diagnostics'
import { marketsCalls, marketsPushes, type MarketsPushes } from './market/markets'
import type { Result } from '../domain/base/problem'
import { recordingCalls, recordingPushes, type RecordingPushes } from './recording/recording'
import { catalogCalls, catalogPushes, type CatalogPushes } from './recording/catalog'
import { analysisCalls, analysisPushes, type AnalysisPushes } from './recording/analysis'
import { pastCostsCalls, pastCostsPushes, type PastCostsPushes } from './recording/past-costs'
import { savedReportsCalls, savedReportsPushes, type SavedReportsPushes } from './recording/saved-reports'
import { evidenceCalls, evidencePushes, type EvidencePushes } from './recording/evidence'
import { printingCalls } from './recording/printing'
import { replayCalls, replayPushes, type ReplayPushes } from './recording/replay'
import { sqlCalls, sqlPushes, type SqlPushes } from './recording/sql'
import { settingsCalls, settingsPushes, type SettingsPushes } from './app/settings'
import { panelExportCalls, panelExportPushes, type PanelExportPushes } from './market/panel-export'
import { updatesCalls, updatesPushes, type UpdatesPushes } from './app/updates'
import { windowsCalls, windowsPushes, type WindowsPushes } from './workspace/windows'
import { templatesCalls, templatesPushes, type TemplatesPushes } from './workspace/templates'
import { workspacesCalls, workspacesPushes, type WorkspacesPushes } from './workspace/workspaces'

/** Every call from a window to main. A channel is named `feature.method`. */
export const contract = {
  app: appCalls,
  windows: windowsCalls,
  settings: settingsCalls,
  login: loginCalls,
  data: dataCalls,
  connections: connectionsCalls,
  diagnostics: diagnosticsCalls,
  markets: marketsCalls,
  workspaces: workspacesCalls,
  templates: templatesCalls,
  alerts: alertsCalls,
  drawings: drawingsCalls,
  addresses: addressesCalls,
  conversions: conversionsCalls,
  statements: statementsCalls,
  panelExport: panelExportCalls,
  recording: recordingCalls,
  recordings: catalogCalls,
  replay: replayCalls,
  evidence: evidenceCalls,
  analysis: analysisCalls,
  pastCosts: pastCostsCalls,
  savedReports: savedReportsCalls,
  printing: printingCalls,
  sql: sqlCalls,
  updates: updatesCalls
}
type Contract = typeof contract
export type Feature = keyof Contract

export type Pushes = AppPushes &
  SettingsPushes &
  ConnectionsPushes &
  DiagnosticsPushes &
  MarketsPushes &
  WorkspacesPushes &
  TemplatesPushes &
  AlertsPushes &
  DrawingsPushes &
  AddressesPushes &
  ConversionsPushes &
  StatementsPushes &
  LinksPushes &
  WindowsPushes &
  RecordingPushes &
  CatalogPushes &
  EvidencePushes &
  PanelExportPushes &
  ReplayPushes &
  AnalysisPushes &
  PastCostsPushes &
  SavedReportsPushes &
  SqlPushes &
  UpdatesPushes
export type PushName = keyof Pushes
export const pushNames: readonly PushName[] = [
  ...appPushes,
  ...settingsPushes,
  ...connectionsPushes,
  ...diagnosticsPushes,
  ...marketsPushes,
  ...workspacesPushes,
  ...templatesPushes,
  ...alertsPushes,
  ...drawingsPushes,
  ...addressesPushes,
  ...conversionsPushes,
  ...statementsPushes,
  ...linksPushes,
  ...windowsPushes,
  ...recordingPushes,
  ...catalogPushes,
  ...evidencePushes,
  ...panelExportPushes,
  ...replayPushes,
  ...analysisPushes,
  ...pastCostsPushes,
  ...savedReportsPushes,
  ...sqlPushes,
  ...updatesPushes
]

type Arguments<Input> = [Input] extends [undefined]
  ? []
  : undefined extends Input
    ? [payload?: Input]
    : [payload: Input]

export type CallClient = {
  readonly [F in Feature]: {
    readonly [M in keyof Contract[F]]: (
      ...payload: Arguments<CallInput<Contract[F][M]>>
    ) => Promise<Result<CallOutput<Contract[F][M]>>>
  }
}

/** `from` identifies the calling window. */
export type FeatureHandlers<F extends Feature> = {
  readonly [M in keyof Contract[F]]: (
    payload: CallInput<Contract[F][M]>,
    from: { readonly windowId: string }
  ) => CallOutput<Contract[F][M]> | Promise<CallOutput<Contract[F][M]>>
}

export interface Bridge {
  readonly call: CallClient
  /** Subscribes to a push and returns the function that unsubscribes. */
  readonly on: <N extends PushName>(name: N, listener: (value: Pushes[N]) => void) => () => void
  readonly platform: string
}

export const callChannel = (feature: string, method: string) => `${feature}.${method}`
/** All calls share one channel, so an unknown call is refused like any invalid request. */
export const callTransport = 'leadline:call'
export const pushChannel = (name: PushName) => `push:${name}`

export type { Call }
