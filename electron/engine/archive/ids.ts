const uuid = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi

/** Every id in a text of any form, once each and in their order: a list, a table, a mail, a link. */
export function idsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(uuid)].map(([id]) => id.toLowerCase()))]
}
