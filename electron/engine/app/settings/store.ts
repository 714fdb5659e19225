import * as v from 'valibot'
import {
  defaultSettings,
  settingsSchema,
  type Settings,
  type SettingsState
} from '#shared/contract/app/settings'
import { mayWrite, readJsonOrSetAside, WholeFile, type WholeFilePorts } from '../../base/files'
import { newestSettings, upgradeSettings } from './upgrade'

// A field that is not there has its default; what else the file holds stays in it.
const fileSchema = v.looseObject({ version: v.literal(newestSettings), ...v.partial(settingsSchema).entries })

export interface SettingsStore {
  /** What a person should hear about how the file was found. */
  readonly notice: string | null
  readonly state: () => SettingsState
  readonly change: (changes: { [K in keyof Settings]?: Settings[K] | undefined }) => Promise<SettingsState>
  readonly reset: () => Promise<SettingsState>
  /** What could not be written is tried once more. */
  readonly dispose: () => Promise<void>
}

interface SettingsPorts extends Omit<WholeFilePorts, 'changed'> {
  /** Called at once with every change, before it is written; again when the writing turns out to fail or to work. */
  readonly changed: (state: SettingsState) => void
}

export async function openSettings({ changed, ...ports }: SettingsPorts): Promise<SettingsStore> {
  const reading = await readJsonOrSetAside(ports.file, {
    schema: fileSchema,
    title: 'settings',
    newest: newestSettings,
    upgrade: upgradeSettings,
    mend: withoutUnknown
  })
  const writable = mayWrite(reading)
  const notice = 'notice' in reading ? reading.notice : null
  let others: Record<string, unknown> =
    reading.state === 'read' || reading.state === 'mended' ? reading.value : {}
  let settings = understood(reading.state === 'newer' ? reading.content : others)
  const content = () => ({ ...others, ...settings, version: newestSettings })
  const state = (): SettingsState => ({ settings, notKept: file.notKept })
  const tell = () => changed(state())
  const file = new WholeFile({ ...ports, changed: tell }, { title: 'settings', content, notice, writable })
  const apply = async (next: Settings): Promise<SettingsState> => {
    settings = next
    tell()
    await file.write()
    return state()
  }
  return {
    notice,
    state,
    change: (changes) => apply({ ...settings, ...given(changes) }),
    reset: () => {
      others = {}
      return apply(defaultSettings)
    },
    dispose: () => file.dispose()
  }
}

const given = (changes: object): Partial<Settings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

function withoutUnknown(damaged: Record<string, unknown>) {
  const ignored = Object.entries(settingsSchema.entries).flatMap(([name, schema]) =>
    Object.hasOwn(damaged, name) && !v.is(schema, damaged[name]) ? [name] : []
  )
  return {
    content: Object.fromEntries(Object.entries(damaged).filter(([name]) => !ignored.includes(name))),
    lost: `${ignored.join(', ')} ${ignored.length === 1 ? 'was ignored and has its' : 'were ignored and have their'} default`
  }
}

/** Field by field: what a newer Leadline writes differently does not spoil the rest. */
function understood(content: Record<string, unknown>): Settings {
  const fields: readonly [string, unknown][] = Object.entries(settingsSchema.entries).flatMap(
    ([name, schema]): [string, unknown][] => {
      const checked = v.safeParse(schema, content[name])
      return checked.success ? [[name, checked.output]] : []
    }
  )
  return v.parse(settingsSchema, { ...defaultSettings, ...Object.fromEntries(fields) })
}
