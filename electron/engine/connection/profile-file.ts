import * as v from 'valibot'
import { draftSchema, localSandboxId } from '#shared/contract/connection/connections'
import { mayWrite, readJsonOrSetAside, WholeFile } from '../base/files'

const profileSchema = v.looseObject({
  ...draftSchema.entries,
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  /** Whether the keychain holds its secret; the secret itself is never in this file. */
  secretInKeychain: v.optional(v.boolean(), false)
})
export type StoredProfile = v.InferOutput<typeof profileSchema>

const fileSchema = v.looseObject({
  version: v.literal(1),
  profiles: v.array(profileSchema),
  /** Deleted profiles whose secrets are still to be deleted, because the keychain did not answer then. */
  forgotten: v.optional(v.array(v.string()), []),
  /** The connection in use, for the next start; null after a disconnect, absent before the first choice. */
  lastUsed: v.optional(v.nullable(v.string()))
})
type Content = v.InferOutput<typeof fileSchema>

export interface ProfileFile {
  readonly profiles: () => readonly StoredProfile[]
  readonly forgotten: () => readonly string[]
  readonly lastUsed: () => string | null | undefined
  /** Changes are in force at once; a sentence says when they could not be written. */
  readonly change: (
    next: Partial<Pick<Content, 'profiles' | 'forgotten' | 'lastUsed'>>
  ) => Promise<string | null>
  /** What a person should hear about how the file was found. */
  readonly notice: string | null
  /** What could not be written is tried once more. */
  readonly dispose: () => Promise<void>
}

/** Which one is to be used at the start: the last one, and the local sandbox before there was any. */
export function usedAtStart({ lastUsed }: Pick<ProfileFile, 'lastUsed'>): string | null {
  const id = lastUsed()
  return id === undefined ? localSandboxId : id
}

export async function openProfileFile(file: string): Promise<ProfileFile> {
  const reading = await readJsonOrSetAside(file, {
    schema: fileSchema,
    title: 'connections',
    newest: 1,
    mend: readable
  })
  let content: Content =
    reading.state === 'read' || reading.state === 'mended'
      ? reading.value
      : { version: 1, profiles: reading.state === 'newer' ? understood(reading.content) : [], forgotten: [] }
  const notice = 'notice' in reading ? reading.notice : null
  const whole = new WholeFile(
    { file, changed: () => {} },
    { title: 'connections', content: () => content, notice, writable: mayWrite(reading) }
  )
  return {
    profiles: () => content.profiles,
    forgotten: () => content.forgotten,
    lastUsed: () => content.lastUsed,
    notice,
    change: async (next) => {
      content = { ...content, ...next }
      await whole.write()
      return whole.notKept
    },
    dispose: () => whole.dispose()
  }
}

/** Profile by profile: one that cannot be read must not take the others, and the way to their secrets, along. */
function readable(damaged: Record<string, unknown>) {
  const { profiles, forgotten, lastUsed, ...rest } = damaged
  const all: unknown[] = Array.isArray(profiles) ? profiles : []
  const good = all.filter((profile) => v.is(profileSchema, profile))
  const bad = all.flatMap((profile, index) => (v.is(profileSchema, profile) ? [] : [nameOf(profile, index)]))
  const lost = [
    ...(Array.isArray(profiles) ? [] : ['the list of connections could not be read']),
    ...(bad.length > 0 ? [`${bad.length} of ${all.length} connections could not be read (${few(bad)})`] : [])
  ]
  return {
    content: {
      ...rest,
      version: 1,
      profiles: good,
      forgotten: Array.isArray(forgotten) ? forgotten.filter((id) => typeof id === 'string') : [],
      // Which one was in use is not known then: none is connected unasked.
      lastUsed: lastUsed === undefined || typeof lastUsed === 'string' ? lastUsed : null
    },
    lost: lost.join(', ') || 'no connection is lost, but what stands beside them could not all be read'
  }
}

const named = v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) })

const few = (names: readonly string[]) =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')

const nameOf = (profile: unknown, index: number) =>
  v.is(named, profile) ? `“${profile.name.trim().slice(0, 60)}”` : `number ${index + 1}`

/** The profiles of a newer file, as far as they mean something here. */
function understood({ profiles }: Record<string, unknown>): StoredProfile[] {
  const all: readonly unknown[] = Array.isArray(profiles) ? profiles : []
  return all.flatMap((profile) => {
    const checked = v.safeParse(profileSchema, profile)
    return checked.success ? [checked.output] : []
  })
}
