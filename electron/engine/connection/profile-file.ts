import * as v from 'valibot'
import { draftSchema, localSandboxId, shareSchema } from '#shared/contract/connection/connections'
import { writeAccessSchema } from '#shared/contract/connection/write-access'
import { connectionsText } from '#shared/messages/profiles'
import { JsonStore, type JsonStorePorts } from '../base/files'

const text = connectionsText.file

const profileSchema = v.looseObject({
  ...draftSchema.entries,
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  /** The secret itself is never in this file. */
  secretInKeychain: v.optional(v.boolean(), false),
  writeAccess: v.fallback(v.optional(writeAccessSchema), undefined),
  share: v.exactOptional(shareSchema)
})
export type StoredProfile = v.InferOutput<typeof profileSchema>

const schema = v.looseObject({
  profiles: v.array(profileSchema),
  /** Deleted profiles whose secrets are still in the keychain. */
  forgotten: v.optional(v.array(v.string()), []),
  /** Connected at startup; null after a disconnect, absent before the first choice. */
  lastUsed: v.optional(v.nullable(v.string()))
})

export type ProfileFile = JsonStore<v.InferOutput<typeof schema>>

export function usedAtStart({
  value: { lastUsed }
}: {
  readonly value: Pick<ProfileFile['value'], 'lastUsed'>
}): string | null {
  return lastUsed === undefined ? localSandboxId : lastUsed
}

export function openProfileFile(ports: JsonStorePorts): Promise<ProfileFile> {
  const initial = { profiles: [], forgotten: [] }
  return JsonStore.open({ ...ports, schema, version: 1, title: text.title, initial, salvage })
}

/** An unreadable profile must not affect the others. */
function salvage(damaged: Record<string, unknown>) {
  const { profiles, forgotten, lastUsed, ...rest } = damaged
  const all: unknown[] = Array.isArray(profiles) ? profiles : []
  const good = all.filter((profile) => v.is(profileSchema, profile))
  const bad = all.flatMap((profile, index) => (v.is(profileSchema, profile) ? [] : [nameOf(profile, index)]))
  const lost = [
    ...(Array.isArray(profiles) ? [] : [text.listLost]),
    ...(bad.length > 0 ? [text.someLost(bad.length, all.length, few(bad))] : [])
  ]
  return {
    content: {
      ...rest,
      profiles: good,
      forgotten: Array.isArray(forgotten) ? forgotten.filter((id) => typeof id === 'string') : [],
      // An unknown connection must not fall back to the sandbox.
      lastUsed: lastUsed === undefined || typeof lastUsed === 'string' ? lastUsed : null
    },
    lost: lost.join(', ') || text.otherLost
  }
}

const named = v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) })

function few(names: readonly string[]): string {
  const first = names.slice(0, 5).join(', ')
  return names.length > 5 ? text.andMore(first, names.length - 5) : first
}

const nameOf = (profile: unknown, index: number) =>
  v.is(named, profile) ? text.named(profile.name.trim().slice(0, 60)) : text.unnamed(index + 1)
