import type { ConversionRow, UsualDuration } from '#shared/contract/records/conversions'
import { visible, visibleLines } from '#shared/domain/base/visible'
import { isUnderway, type Conversion } from '#shared/wire/conversion-decoder'
import { isRecord } from '#shared/wire/record-reader'
import { conversionIn } from './record'
import type { StoredConversion } from './stored'

const maxInRow = 200

export interface Watched {
  readonly nextAt: number | null
  readonly trouble: string | null
}

export function decoded(entry: StoredConversion): Conversion {
  const conversion = conversionIn(entry.record)
  if (conversion) return conversion
  throw new Error('A conversion that was not checked was kept.')
}

export function rowOf(
  entry: StoredConversion,
  watched: Watched | undefined,
  usualOf: (conversion: Conversion) => UsualDuration | null
): ConversionRow {
  const conversion = decoded(entry)
  const underway = isUnderway(conversion)
  const { settledAt, cancelledAt } = conversion
  return {
    id: entry.id,
    amount: short(conversion.amount),
    sourceAsset: short(conversion.sourceAsset),
    targetAsset: short(conversion.targetAsset),
    status: short(conversion.status),
    refId: conversion.refId && short(conversion.refId),
    profileId: conversion.profileId && short(conversion.profileId),
    createdAt: conversion.createdAt && short(conversion.createdAt.text),
    endedAt: (settledAt ?? cancelledAt) && short((settledAt ?? cancelledAt)!.text),
    end: settledAt ? 'settled' : cancelledAt ? 'cancelled' : null,
    underway,
    usual: underway ? usualOf(conversion) : null,
    watching: entry.watching,
    nextAt: watched?.nextAt ?? null,
    trouble: entry.stopped ?? watched?.trouble ?? null,
    note: entry.note,
    lookedUpAt: entry.lookedUpAt,
    answeredAt: entry.answeredAt
  }
}

/** Whether the search matches. */
export function isFound(entry: StoredConversion, search: string): boolean {
  const words = search.trim().toLowerCase()
  if (words === '') return true
  const conversion = decoded(entry)
  const texts = [
    entry.id,
    entry.note,
    conversion.amount,
    conversion.sourceAsset,
    conversion.targetAsset,
    conversion.status,
    ...[conversion.refId, conversion.profileId, conversion.identityId, conversion.accountId],
    conversion.recipientProfileId,
    ...Object.entries(conversion.metadata ?? {}).flat()
  ]
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(words))
}

export const described = [
  'id',
  'status',
  'amount',
  'source_asset',
  'target_asset',
  'created_at',
  'updated_at',
  'settled_at',
  'cancelled_at',
  'profile_id',
  'recipient_profile_id',
  'ref_id',
  'identity_id',
  'account_id'
]

/** Under the service's names; values that are not text are shown as sent. */
export function fieldsOf({ record }: StoredConversion) {
  const isNested = (name: string) => name === 'metadata' && isRecord(record[name])
  const others = Object.keys(record).filter((name) => !described.includes(name) && !isNested(name))
  return [...described.filter((name) => Object.hasOwn(record, name)), ...others].map((name) => ({
    name,
    value: asText(record[name]),
    described: described.includes(name)
  }))
}

export const metadataOf = (entry: StoredConversion) =>
  Object.entries(decoded(entry).metadata ?? {}).map(([name, value]) => ({
    name: visible(name),
    value: visibleLines(asText(value))
  }))

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const short = (text: string) => visible(text.length > maxInRow ? `${text.slice(0, maxInRow)}…` : text)
