import { conversionText } from '#shared/messages/conversions'
import { fail } from '#shared/domain/base/problem'
import { decodeConversion, type Conversion } from '#shared/wire/conversion-decoder'
import type { Moment, Raw } from '#shared/wire/record-reader'

/** Bounds the size of the history. */
const maxRecordLength = 64 * 1024
const deepest = 32

/** In the service's format, including undocumented fields. */
export function wireOf(conversion: Conversion): Raw {
  const { createdAt, updatedAt, settledAt, cancelledAt } = conversion
  const text = (moment: Moment | null) => moment?.text ?? null
  const described = {
    id: conversion.id.toLowerCase(),
    profile_id: conversion.profileId,
    amount: conversion.amount,
    source_asset: conversion.sourceAsset,
    target_asset: conversion.targetAsset,
    status: conversion.status,
    ref_id: conversion.refId,
    identity_id: conversion.identityId,
    account_id: conversion.accountId,
    created_at: text(createdAt),
    updated_at: text(updatedAt),
    settled_at: text(settledAt),
    cancelled_at: text(cancelledAt),
    metadata: conversion.metadata,
    recipient_profile_id: conversion.recipientProfileId
  }
  const there = Object.entries(described).filter(([, value]) => value !== null)
  return Object.fromEntries([...there, ...Object.entries(conversion.more)])
}

/** Throws a sentence if it is too large to save. */
export function keepable(conversion: Conversion): Raw {
  const record = wireOf(conversion)
  if ((comparable(record, deepest)?.length ?? Infinity) <= maxRecordLength) return record
  throw fail('conversions.too-large', conversionText.lookUp.tooLarge)
}

export function conversionIn(record: unknown): Conversion | null {
  try {
    return decodeConversion(record)
  } catch {
    return null
  }
}

/** Ignores the order of members. */
export const isSameRecord = (one: Raw, other: Raw) => comparable(one, deepest) === comparable(other, deepest)

/** Null if nested too deeply. */
function comparable(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === 0) return null
  const parts = Array.isArray(value)
    ? value.map((each) => comparable(each, depth - 1))
    : Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, each]) => {
          const text = comparable(each, depth - 1)
          return text === null ? null : `${JSON.stringify(name)}:${text}`
        })
  if (parts.includes(null)) return null
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`
}
