import * as v from 'valibot'
import { call } from '../base/call'
import { recordingAges, recordingSizes } from '../recording/recording'

const themes = ['dark', 'light', 'system'] as const
const palettes = ['standard', 'colour-blind'] as const
const clocks = ['utc', 'local'] as const
/** Seconds without data after which books are stale. */
export const staleLimits = [3, 5, 10, 20, 30, 60] as const
/** The maximum number of market frames per second sent to a window; `full` sends one per animation frame. */
export const frameRates = ['full', 30, 15, 5] as const
export const numberFormats = ['1,234.56', '1.234,56', '1 234.56', '1 234,56', "1'234.56", '1234.56'] as const
/** When the last window closes while alerts are armed. */
export const lastWindowChoices = ['ask', 'tray', 'quit'] as const
const motions = ['system', 'reduced', 'full'] as const
export const zoomSteps = [80, 90, 100, 110, 125, 150, 175, 200] as const

/** Empty for none; https, or http on this computer. */
const stampAuthority =
  /^(?:https:\/\/[^\s/@]+(?:\/\S*)?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:\/\S*)?)?$/
export const isStampAuthority = (url: string): boolean => stampAuthority.test(url)

const fields = {
  theme: v.picklist(themes),
  palette: v.picklist(palettes),
  clock: v.picklist(clocks),
  numbers: v.picklist(numberFormats),
  zoom: v.picklist(zoomSteps),
  motion: v.picklist(motions),
  sounds: v.boolean(),
  lastWindow: v.picklist(lastWindowChoices),
  /** Highlight changed digits. */
  flash: v.boolean(),
  staleAfter: v.picklist(staleLimits),
  frameRate: v.picklist(frameRates),
  /** Fewer frames on battery power and in the background. */
  lowerFrameRate: v.boolean(),
  /** Record the stream of the connection in use. */
  recording: v.boolean(),
  recordingDays: v.picklist(recordingAges),
  recordingGigabytes: v.picklist(recordingSizes),
  /** Seal closed hours of the recordings as Parquet files. */
  parquet: v.boolean(),
  parquetDays: v.picklist(recordingAges),
  parquetGigabytes: v.picklist(recordingSizes),
  /** A folder in which collectors of the desk share recordings; empty for none. */
  sharedFolder: v.pipe(v.string(), v.maxLength(4096)),
  /** Of what was fetched from there, for each connection. */
  sharedGigabytes: v.picklist(recordingSizes),
  /** The URL of an authority that time-stamps evidence (RFC 3161). */
  stampAuthority: v.pipe(v.string(), v.maxLength(500), v.check(isStampAuthority)),
  guideDone: v.boolean(),
  /** Check for updates. */
  updates: v.boolean()
}

export const settingsSchema = v.object(fields)
export type Settings = v.InferOutput<typeof settingsSchema>

export const defaultSettings: Settings = {
  theme: 'dark',
  palette: 'standard',
  clock: 'utc',
  numbers: '1,234.56',
  zoom: 100,
  motion: 'system',
  sounds: true,
  lastWindow: 'ask',
  flash: true,
  staleAfter: 10,
  frameRate: 'full',
  lowerFrameRate: true,
  recording: true,
  recordingDays: 14,
  recordingGigabytes: 10,
  parquet: true,
  parquetDays: 14,
  parquetGigabytes: 10,
  sharedFolder: '',
  sharedGigabytes: 10,
  stampAuthority: '',
  guideDone: false,
  updates: false
}

export interface SettingsState {
  readonly settings: Settings
  /** Why changes are lost on restart, or null. */
  readonly notSaved: string | null
}

export const settingsCalls = {
  read: call(v.undefined()).returns<SettingsState>(),
  change: call(v.partial(settingsSchema)).returns<SettingsState>(),
  reset: call(v.undefined()).returns<SettingsState>()
}

export interface SettingsPushes {
  'settings.changed': SettingsState
}
export const settingsPushes = ['settings.changed'] as const
