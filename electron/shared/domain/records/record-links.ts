import { linkText } from '../../messages/base'

export type RecordLink =
  | { readonly kind: 'view'; readonly view: string }
  | { readonly kind: RecordKind; readonly id: string }

export const recordKinds = ['address', 'conversion', 'statement'] as const
export type RecordKind = (typeof recordKinds)[number]

export const linkScheme = 'leadline'

/** A valid link, a sentence for an invalid one, or null if it is not a Leadline link. */
type LinkReading =
  | { readonly ok: true; readonly link: RecordLink }
  | { readonly ok: false; readonly sentence: string }
  | null

export interface FoundIds {
  /** Lower case, unique, in order of appearance. */
  readonly ids: readonly string[]
  /** IDs beyond the maximum, as far as the text was read. */
  readonly left: number
}

/** A pasted table of statements is much shorter. */
const maxTextLength = 2_000_000
const maxLinkLength = 200

/** Only whole UUIDs, not parts of longer text. */
const uuid =
  /(?<![0-9a-z]|[0-9a-f]{4}-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z]|-[0-9a-f]{4})/g

/** Hyphens and separators as word processors, chats and tables write them. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Every UUID in a text. */
export function idsIn(text: string, max = 1000): FoundIds {
  const plain = text.slice(0, maxTextLength).replace(unseen, '').replace(dashes, '-').toLowerCase()
  const all = new Set(plain.match(uuid))
  return { ids: [...all].slice(0, max), left: Math.max(0, all.size - max) }
}

const whole = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const parts = /^leadline:\/\/([a-z]{1,40})(?:\/([0-9a-f-]{36}))?\/?$/
const ours = /^\s*leadline:/i

/**
 * Any page can open a link, so it may only name a view or records, and errors do not repeat it.
 * @param views the existing views
 */
export function readLink(text: string, views: readonly string[]): LinkReading {
  if (!ours.test(text.slice(0, maxLinkLength))) return null
  if (text.length > maxLinkLength) return refused(linkText.tooLong)
  const match = parts.exec(text.trim().toLowerCase())
  if (!match) return refused(linkText.notUnderstood)
  const [, name, id] = match
  const kind = recordKinds.find((one) => one === name)
  if (kind !== undefined) {
    return id !== undefined && whole.test(id)
      ? { ok: true, link: { kind, id } }
      : refused(linkText.noId[kind])
  }
  const view = views.find((one) => one === name)
  if (view === undefined || id !== undefined) return refused(linkText.unknownView)
  return { ok: true, link: { kind: 'view', view } }
}

export const linkTo = (link: RecordLink): string =>
  link.kind === 'view' ? `${linkScheme}://${link.view}` : `${linkScheme}://${link.kind}/${link.id}`

const refused = (sentence: string) => ({ ok: false, sentence }) as const
