import type { Profile, ProfileDraft, SecretState } from '#shared/contract/connection/connections'
import { connectionsText } from '#shared/messages/profiles'
import type { StoredProfile } from './profile-file'
import { scopesFor } from './scopes'
import { nameKey, validateDraft } from './validate'

// Field by field, so that windows get nothing else.
export function shownTo(stored: StoredProfile, secret: SecretState): Profile {
  const { id, name, environment, restBase, tokenHost, streamAddress, clientId, features, feed, share } =
    stored
  return {
    id,
    name,
    environment,
    restBase,
    tokenHost,
    streamAddress,
    clientId,
    features,
    ...(feed && { feed }),
    ...(share && { share }),
    builtIn: false,
    secret,
    writeAccess: stored.writeAccess ?? null
  }
}

const takenBy = (others: readonly Profile[]) => new Set(others.map((profile) => nameKey(profile.name)))

/** The name, or that of a copy if another connection has it. */
export const freeName = (name: string, others: readonly Profile[]): string =>
  takenBy(others).has(nameKey(name)) ? nameOfCopy(name, others) : name

export function nameOfCopy(name: string, others: readonly Profile[]): string {
  const taken = takenBy(others)
  for (let count = 1; ; count++) {
    const ending = connectionsText.copyName(count)
    const candidate = name.slice(0, 60 - ending.length) + ending
    if (!taken.has(nameKey(candidate))) return candidate
  }
}

export const replaceOrAdd = (profiles: readonly StoredProfile[], one: StoredProfile): StoredProfile[] =>
  profiles.some((profile) => profile.id === one.id)
    ? profiles.map((profile) => (profile.id === one.id ? one : profile))
    : [...profiles, one]

export const normalised = (draft: ProfileDraft): ProfileDraft => {
  const judged = validateDraft({ ...draft, name: 'unnamed' }, [])
  return judged.valid ? judged.draft : draft
}

const accessFields = ['environment', 'restBase', 'tokenHost', 'streamAddress', 'clientId'] as const

export const sameAccess = (before: ProfileDraft, after: ProfileDraft) =>
  accessFields.every((field) => before[field] === after[field]) &&
  JSON.stringify(before.feed) === JSON.stringify(after.feed) &&
  JSON.stringify(scopesFor(before.features)) === JSON.stringify(scopesFor(after.features))
