import { settingsFileText } from '#shared/messages/app'
import * as v from 'valibot'
import {
  defaultSettings,
  settingsSchema,
  type Settings,
  type SettingsState
} from '#shared/contract/app/settings'
import { JsonStore, type JsonStorePorts } from '../../base/files'

const schema = v.looseObject(v.partial(settingsSchema).entries)

export interface SettingsStore {
  /** A message about the file for the user, or null. */
  readonly notice: string | null
  readonly state: () => SettingsState
  readonly change: (changes: { [K in keyof Settings]?: Settings[K] | undefined }) => Promise<SettingsState>
  readonly reset: () => Promise<SettingsState>
  readonly dispose: () => Promise<void>
}

interface SettingsPorts extends Omit<JsonStorePorts, 'onSaveStateChange'> {
  /** Called with every change before it is saved, and when saving starts or stops failing. */
  readonly changed: (state: SettingsState) => void
}

export async function openSettings({ changed, ...ports }: SettingsPorts): Promise<SettingsStore> {
  const store = await JsonStore.open({
    ...ports,
    schema,
    version: 1,
    title: 'settings',
    initial: {},
    salvage: withoutUnknown,
    onSaveStateChange: () => changed(state())
  })
  const state = (): SettingsState => ({
    settings: v.parse(settingsSchema, { ...defaultSettings, ...store.value }),
    notSaved: store.notSaved
  })
  const apply = async (changes: Partial<Settings>): Promise<SettingsState> => {
    const saving = store.update({ ...state().settings, ...changes })
    changed(state())
    await saving
    return state()
  }
  return {
    notice: store.notice,
    state,
    change: (changes) => apply(given(changes)),
    reset: () => apply(defaultSettings),
    dispose: () => store.dispose()
  }
}

const given = (changes: object): Partial<Settings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

function withoutUnknown(damaged: Record<string, unknown>) {
  const ignored = Object.entries(settingsSchema.entries).flatMap(([name, entry]) =>
    Object.hasOwn(damaged, name) && !v.is(entry, damaged[name]) ? [name] : []
  )
  return {
    content: Object.fromEntries(Object.entries(damaged).filter(([name]) => !ignored.includes(name))),
    lost: ignored.length === 0 ? settingsFileText.noVersion : settingsFileText.ignored(ignored)
  }
}
