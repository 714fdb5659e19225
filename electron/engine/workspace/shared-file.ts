import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { marketOf, type LinkMarkets, type Workspace } from '#shared/domain/workspace/index'
import { noLinks } from './desk'
import { parseJson } from '#shared/wire/parse-json'
import { salvageWorkspace } from './salvage'
import { workspaceText } from '#shared/messages/workspace'

const format = 'leadline-workspace'
const version = 1
/** Systems know a file type by its last extension; older files end in `.leadline.json`. */
export const workspaceExtension = 'leadline-workspace'
/** A workspace with the maximum number of panels is much smaller. */
export const maxFileBytes = 8 * 1024 * 1024

/** The exported workspace, with the markets of its link groups. */
export function fileTextOf({ name, locked, frames, panels }: Workspace, links: LinkMarkets): string {
  const shown = Object.fromEntries(
    Object.entries(panels).map(([id, panel]) => [id, { ...panel, market: marketOf(panel, links) }])
  )
  return `${JSON.stringify({ format, version, workspace: { name, locked, frames, panels: shown, links } }, null, 2)}\n`
}

/** The name without characters that file systems refuse. */
export function fileNameOf({ name }: Workspace): string {
  const kept = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '')
  return `${kept || workspaceText.names.usual}.${workspaceExtension}`
}

const outerSchema = v.object({ format: v.literal(format), version: v.number(), workspace: v.looseObject({}) })

/** With the IDs of the file; renew them on import. */
export function workspaceFrom(text: string): Workspace {
  const read = v.safeParse(outerSchema, parsed(text))
  if (!read.success) throw fail('workspace.not-one', workspaceText.file.notWorkspace)
  if (read.output.version > version) throw fail('workspace.newer', workspaceText.file.newer)
  const workspace = salvageWorkspace({ ...read.output.workspace, id: 'file' })
  const isEmpty = workspace && Object.keys(workspace.panels).length === 0
  const hadPanels =
    Object.keys(v.parse(v.fallback(v.looseObject({}), {}), read.output.workspace['panels'])).length > 0
  if (!workspace || (isEmpty && hadPanels)) throw fail('workspace.damaged', workspaceText.file.damaged)
  return { ...workspace, links: workspace.links ?? linksShown(workspace.panels) }
}

/** The markets of the link groups, for older files. */
function linksShown(panels: Workspace['panels']): LinkMarkets {
  const shown = Object.values(panels).flatMap(({ link, market }) =>
    link === null || market === null ? [] : [[link, market] as const]
  )
  return { ...noLinks, ...Object.fromEntries(shown.toReversed()) }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, { depth: 400, strict: true })
  } catch {
    return null
  }
}
