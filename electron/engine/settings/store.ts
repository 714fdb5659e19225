import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import {
  defaultSettings,
  settingsSchema,
  type Settings,
  type SettingsState
} from '../../shared/contract/settings'
import { mayWrite, readJsonOrSetAside, writeAtomically } from '../files'
import { newestSettings, upgradeSettings } from './upgrade'

// A field that is not there has its default; what else the file holds stays in it.
const fileSchema = v.looseObject({ version: v.literal(newestSettings), ...v.partial(settingsSchema).entries })

export interface SettingsStore {
  /** What a person should hear about how the file was found. */
  readonly notice: string | null
  readonly state: () => SettingsState
  readonly change: (changes: { [K in keyof Settings]?: Settings[K] | undefined }) => Promise<SettingsState>
  readonly reset: () => Promise<SettingsState>
}

export interface SettingsPorts {
  readonly file: string
  /** Called at once with every change, before it is written; again when the writing turns out to fail or to work. */
  readonly changed: (state: SettingsState) => void
}

export async function openSettings({ file, changed }: SettingsPorts): Promise<SettingsStore> {
  const reading = await readJsonOrSetAside(file, {
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
  let state: SettingsState = {
    settings: understood(reading.state === 'newer' ? await raw(file) : others),
    notKept: writable ? null : notice
  }

  const set = (next: SettingsState) => {
    state = next
    changed(state)
  }
  const apply = async (settings: Settings): Promise<SettingsState> => {
    set({ ...state, settings })
    if (!writable) return state
    const notKept = await write({ ...others, ...settings, version: newestSettings })
    if (notKept !== state.notKept) set({ ...state, notKept })
    return state
  }
  const write = async (content: Record<string, unknown>): Promise<string | null> => {
    try {
      await writeAtomically(file, JSON.stringify(content, null, 2) + '\n')
      return null
    } catch {
      return `The settings could not be written to ${file}. Changes hold until Leadline ends.`
    }
  }
  return {
    notice,
    state: () => state,
    change: (changes) => apply({ ...state.settings, ...given(changes) }),
    reset: () => {
      others = {}
      return apply(defaultSettings)
    }
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

async function raw(file: string): Promise<Record<string, unknown>> {
  try {
    const checked = v.safeParse(v.record(v.string(), v.unknown()), JSON.parse(await readFile(file, 'utf8')))
    return checked.success ? checked.output : {}
  } catch {
    return {}
  }
}
