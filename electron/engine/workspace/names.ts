import { maxWorkspaceNameLength } from '#shared/domain/workspace/index'
import { workspaceText } from '#shared/messages/workspace'

/** Adds a number if the name is taken, in brackets after another number. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLocaleLowerCase('en')))
  const base = wanted.trim().slice(0, maxWorkspaceNameLength).trim() || workspaceText.names.usual
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : /\d$/.test(base) ? ` (${number})` : ` ${number}`
    const name = base.slice(0, maxWorkspaceNameLength - ending.length).trimEnd() + ending
    if (!used.has(name.toLocaleLowerCase('en'))) return name
  }
}
