import { keyCaps } from '../../../lib/keys'
import { drawingAnchors, type DrawingKind } from '#shared/contract/market/drawings'

export type Tool = 'pointer' | 'measure' | DrawingKind

export const tools: readonly Tool[] = ['pointer', 'measure', 'level', 'ray', 'trend', 'rectangle', 'note']

export const pointsOf = (tool: Exclude<Tool, 'pointer'>): number =>
  tool === 'measure' ? 2 : drawingAnchors[tool]

/** With Alt. By the place of the key, because Alt changes characters on some systems. */
export const toolCodes: Readonly<Record<string, Tool>> = {
  KeyM: 'measure',
  KeyH: 'level',
  KeyY: 'ray',
  KeyT: 'trend',
  KeyB: 'rectangle',
  KeyN: 'note'
}

/** Its key caps; none without a key. */
export function toolCaps(tool: Tool, platform: string): readonly string[] {
  const code = Object.keys(toolCodes).find((each) => toolCodes[each] === tool)
  return code === undefined ? [] : keyCaps(`alt+${code.slice(3)}`, platform)
}
