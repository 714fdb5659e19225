import * as v from 'valibot'
import { maxPresetName, maxPresets, tapeFilter, type TapeFilter } from '#shared/contract/market/panels/trades'

interface Preset {
  readonly name: string
  readonly filter: TapeFilter
}

export const everything: TapeFilter = v.parse(tapeFilter, {})

const separator = '\t'
const rowKinds = ['prints', 'price', 'second'] as const

/** As it is stored: the name and what is shown, separated by tabs. */
export const textOfPreset = ({ name, filter }: Preset): string =>
  [
    name,
    filter.sides.join(','),
    filter.atLeast,
    filter.atMost ?? '',
    filter.valueAtLeast,
    filter.valueAtMost ?? '',
    rowKinds[filter.perSecond ? 2 : filter.together ? 1 : 0]
  ].join(separator)

/** Null if it is none. */
export function presetOfText(text: string): Preset | null {
  const [name = '', sides = '', atLeast, atMost, valueAtLeast, valueAtMost, rows, ...rest] =
    text.split(separator)
  if (name === '' || name.length > maxPresetName || rows === undefined || rest.length > 0) return null
  const filter = v.parse(tapeFilter, {
    sides: sides.split(','),
    atLeast,
    atMost: atMost || null,
    valueAtLeast,
    valueAtMost: valueAtMost || null,
    together: rows !== 'prints',
    perSecond: rows === 'second'
  })
  return { name, filter }
}

export const presetsOf = (texts: readonly string[]): readonly Preset[] =>
  texts.flatMap((text) => presetOfText(text) ?? [])

/** Replaces one of that name; null if there is no room for another. */
export function withPreset(texts: readonly string[], preset: Preset): readonly string[] | null {
  const others = withoutPreset(texts, preset.name)
  return others.length >= maxPresets ? null : [...others, textOfPreset(preset)]
}

export const withoutPreset = (texts: readonly string[], name: string): readonly string[] =>
  texts.filter((text) => presetOfText(text)?.name !== name)

export const filterOf = (settings: TapeFilter): TapeFilter => v.parse(tapeFilter, settings)

export const isSameFilter = (one: TapeFilter, other: TapeFilter): boolean =>
  textOfPreset({ name: '', filter: sorted(one) }) === textOfPreset({ name: '', filter: sorted(other) })

const sorted = (filter: TapeFilter): TapeFilter => ({ ...filter, sides: [...filter.sides].sort() })
