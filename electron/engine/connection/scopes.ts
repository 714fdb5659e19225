import {
  featureScopes,
  type ProfileDraft,
  type ServiceFeature
} from '#shared/contract/connection/connections'
import { scopesText } from '#shared/messages/service'

const features = Object.keys(featureScopes) as ServiceFeature[]

/** One read scope per enabled feature. */
export const scopesFor = (enabled: ProfileDraft['features']): string[] =>
  features.filter((feature) => enabled[feature]).map((feature) => featureScopes[feature])

/** Scopes that can place orders, move money or change records. */
export const canWrite = (scope: string) => /:(write|update|reject)_/.test(scope)

interface ScopeJudgement {
  readonly missing: readonly string[]
  readonly excessive: readonly string[]
  readonly writing: readonly string[]
}

export function judgeScopes(asked: readonly string[], granted: readonly string[]): ScopeJudgement {
  const excessive = granted.filter((scope) => !asked.includes(scope) || canWrite(scope))
  return {
    missing: asked.filter((scope) => !granted.includes(scope)),
    excessive,
    writing: excessive.filter(canWrite)
  }
}

/** A sentence about missing or excessive scopes, or null. */
export function scopeSentence({ missing, excessive, writing }: ScopeJudgement): string | null {
  const parts: string[] = []
  if (missing.length > 0) parts.push(scopesText.missing(missing))
  if (writing.length > 0) parts.push(scopesText.writing(writing))
  const others = excessive.filter((scope) => !writing.includes(scope))
  if (others.length > 0) parts.push(scopesText.excessive(others))
  return parts.length === 0 ? null : parts.join(' ')
}
