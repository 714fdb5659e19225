import type { FrameKind } from '#shared/contract/app/diagnostics-stream'

/** The names are at the beginning of a frame. */
const beginning = 600
const channel = /"(?:channel)"\s*:\s*(?:\{[^{}]*?"type"\s*:\s*)?"(\w+)"/
const ownType = /"type"\s*:\s*"(\w+)"/
const bookType = /"type"\s*:\s*"(SNAPSHOT|UPDATE)"/
const marketName = /"market"\s*:\s*"((?:[^"\\]|\\.){1,64})"/

/** Only for filtering; the text may be cut off or invalid JSON. */
export function kindOf(text: string): FrameKind {
  const head = text.slice(0, beginning)
  const channelType = channel.exec(head)?.[1]
  if (channelType === 'execution_data') return 'trade'
  if (channelType === 'market_data') {
    const type = bookType.exec(head)?.[1]
    return type === 'SNAPSHOT' ? 'snapshot' : type === 'UPDATE' ? 'update' : 'other'
  }
  const type = ownType.exec(head)?.[1]
  if (type === 'error') return 'error'
  if (type === 'subscribe' || type === 'unsubscribe' || type === 'subscription_list') {
    return /"error"\s*:\s*"/.test(head) ? 'error' : 'control'
  }
  return 'other'
}

/** Null if it names none or several. */
export function marketOf(text: string): string | null {
  const head = text.slice(0, beginning)
  const name = marketName.exec(head)?.[1]
  if (name === undefined) return null
  const other = new RegExp(`"market"\\s*:\\s*"(?!${name.replace(/[^\w]/g, '\\$&')}")`)
  return other.test(head) ? null : name
}
