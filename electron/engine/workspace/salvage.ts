import * as v from 'valibot'
import {
  insert,
  linkGroups,
  mainLayout,
  maxWindowLayouts,
  maxPanels,
  maxWorkspaces,
  roomiest,
  splitOf,
  type WindowLayout,
  type Layout,
  type LinkMarkets,
  type Panel
} from '#shared/domain/workspace/index'
import type { Salvaged } from '../base/files'
import { noLinks } from './desk'
import { uniqueName } from './names'
import {
  nameSchema,
  panelSchema,
  soundLayoutSchema,
  symbolSchema,
  workspaceSchema,
  type StoredWorkspace
} from './schema'
import { workspaceText } from '#shared/messages/workspace'

const looseRecord = v.record(v.string(), v.unknown())
const recordOf = (value: unknown): Record<string, unknown> => (v.is(looseRecord, value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

/** An unreadable panel or layout must not affect the others. */
export function salvageWorkspaces(damaged: Record<string, unknown>): Salvaged {
  const lost: string[] = []
  const workspaces: StoredWorkspace[] = []
  for (const found of listOf(damaged['workspaces'])) {
    const workspace = salvageWorkspace(found)
    const id = workspace?.id
    if (!workspace || workspaces.length >= maxWorkspaces || workspaces.some((each) => each.id === id))
      lost.push(workspaceText.salvaged.workspaceLost)
    else {
      if (!v.is(workspaceSchema, found)) lost.push(workspaceText.salvaged.partlyLost(workspace.name))
      workspaces.push(workspace)
    }
  }
  if (!Array.isArray(damaged['workspaces'])) lost.push(workspaceText.salvaged.allLost)
  return {
    content: { ...damaged, links: linksIn(damaged['links']), workspaces },
    lost: [...new Set(lost)].join(', ') || workspaceText.salvaged.linksLost
  }
}

/** Null if it is not a workspace. */
export function salvageWorkspace(found: unknown): StoredWorkspace | null {
  if (v.is(workspaceSchema, found)) return v.parse(workspaceSchema, found)
  const parts = recordOf(found)
  const { id } = parts
  if (!v.is(idSchema, id)) return null
  const panels = panelsIn(parts['panels'])
  const left = new Set(Object.keys(panels))
  const frames = windowLayoutsIn(parts['frames'], left)
  // Panels without a position go to the desk.
  let { root } = frames[0]!
  for (const panel of left) root = insert(root, panel, roomiest(root, 1.6))
  const name = v.is(nameSchema, parts['name']) ? v.parse(nameSchema, parts['name']) : uniqueName('', [])
  return {
    id,
    name,
    locked: parts['locked'] === true,
    frames: frames.with(0, { id: mainLayout, root }),
    panels,
    ...(parts['links'] !== undefined && { links: linksIn(parts['links']) }),
    ...(parts['shared'] === true && { shared: true })
  }
}

function linksIn(found: unknown): LinkMarkets {
  const markets = recordOf(found)
  const links = linkGroups.map((group) => {
    const market = markets[group] ?? null
    return [group, v.is(v.nullable(symbolSchema), market) ? market : null] as const
  })
  return { ...noLinks, ...Object.fromEntries(links) }
}

function panelsIn(found: unknown): Record<string, Panel> {
  const kept: Record<string, Panel> = {}
  for (const [id, value] of Object.entries(recordOf(found)).slice(0, maxPanels)) {
    const { kind, link, market, settings } = recordOf(value)
    // An invalid setting or link is dropped, not the panel.
    const tries = [
      { id, kind, link, market, settings },
      { id, kind, link, market, settings: {} },
      { id, kind, link: null, market: null, settings: {} }
    ]
    const fitting = tries.find((each): each is Panel => v.is(panelSchema, each))
    if (fitting) kept[id] = v.parse(panelSchema, fitting)
  }
  return kept
}

/** Placed panels are removed from `left`. */
function windowLayoutsIn(found: unknown, left: Set<string>): readonly [WindowLayout, ...WindowLayout[]] {
  const all = listOf(found).map(recordOf)
  const main = all.find((windowLayout) => windowLayout['id'] === mainLayout)
  const frames: [WindowLayout, ...WindowLayout[]] = [{ id: mainLayout, root: layoutIn(main?.['root'], left) }]
  for (const { id, root, cameFrom } of all) {
    if (frames.length >= maxWindowLayouts) break
    if (!v.is(idSchema, id) || frames.some((windowLayout) => windowLayout.id === id)) continue
    const layout = layoutIn(root, left)
    const kept = v.safeParse(soundLayoutSchema, cameFrom)
    if (layout) frames.push({ id, root: layout, ...(kept.success && { cameFrom: kept.output }) })
  }
  return frames
}

function layoutIn(found: unknown, left: Set<string>): Layout | null {
  const { kind, panels, active, direction, parts, shares } = recordOf(found)
  if (kind === 'tabs') {
    const kept = listOf(panels).filter(
      (each): each is string => typeof each === 'string' && left.delete(each)
    )
    const [first] = kept
    if (first === undefined) return null
    return { kind, panels: kept, active: kept.find((each) => each === active) ?? first }
  }
  if (kind !== 'split') return null
  const room = listOf(shares)
  const portions = listOf(parts).flatMap((part, index) => {
    const layout = layoutIn(part, left)
    const share = room[index]
    const isShare = typeof share === 'number' && share > 0 && share <= 1
    return layout ? [{ part: layout, share: isShare ? share : 1 / listOf(parts).length }] : []
  })
  return splitOf(direction === 'column' ? 'column' : 'row', portions)
}
