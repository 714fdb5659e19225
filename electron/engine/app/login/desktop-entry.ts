/** Reads and edits the first group of a desktop entry; all other lines stay as they are. */

const groupHeader = /^\s*\[/
const mainGroup = /^\s*\[Desktop Entry\]\s*$/
const pair = /^\s*([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/

/** The lines of the group, without its header; null if there is none. */
function groupIn(lines: readonly string[]): { readonly start: number; readonly end: number } | null {
  const header = lines.findIndex((line) => mainGroup.test(line))
  if (header < 0) return null
  const next = lines.findIndex((line, index) => index > header && groupHeader.test(line))
  return { start: header + 1, end: next < 0 ? lines.length : next }
}

/** Null if the text is not a desktop entry. */
export function readEntry(text: string): ReadonlyMap<string, string> | null {
  const lines = text.split(/\r?\n/)
  const group = groupIn(lines)
  if (!group) return null
  const pairs = lines.slice(group.start, group.end).flatMap((line) => {
    const [, key, value] = pair.exec(line) ?? []
    return key !== undefined && value !== undefined ? [[key, value] as const] : []
  })
  return new Map(pairs)
}

/** A null value removes the key. */
export function withKeys(text: string, changes: Readonly<Record<string, string | null>>): string {
  const lines = text.split('\n')
  const group = groupIn(lines)
  if (!group) return text
  const kept = lines.slice(group.start, group.end).filter((line) => {
    const key = pair.exec(line)?.[1]
    return key === undefined || !Object.hasOwn(changes, key)
  })
  const added = Object.entries(changes).flatMap(([key, value]) => (value === null ? [] : [`${key}=${value}`]))
  return [...lines.slice(0, group.start), ...added, ...kept, ...lines.slice(group.end)].join('\n')
}

const quotable = /["`$\\]/g

/** A command line as an `Exec` key: each argument quoted, then escaped as a value. */
export const execOf = (command: readonly string[]): string =>
  valueOf(
    command
      .map((argument) =>
        /^[\w@+=:,./-]+$/.test(argument)
          ? argument
          : `"${argument.replaceAll(quotable, String.raw`\$&`).replaceAll('%', '%%')}"`
      )
      .join(' ')
  )

export const valueOf = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)

const escaped: Readonly<Record<string, string>> = { s: ' ', n: '\n', r: '\r', t: '\t' }

export const textOfValue = (value: string): string =>
  value.replaceAll(/\\([\\snrt])/g, (_all, letter: string) => escaped[letter] ?? letter)

/** The program of an `Exec` key, or null if it is malformed. */
export function programIn(exec: string): string | null {
  const [, quoted, plain] = /^\s*(?:"((?:[^"\\]|\\[^])*)"|([^\s"]+))(?=\s|$)/.exec(textOfValue(exec)) ?? []
  const program = quoted?.replaceAll(/\\([^])/g, '$1') ?? plain
  return program?.replaceAll('%%', '%') || null
}
