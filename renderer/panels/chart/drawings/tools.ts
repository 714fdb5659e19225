import { drawingKeys } from '../../../lib/drawing-keys'
import { keyCaps } from '../../../lib/keys'
import { drawingAnchors, type DrawingKind } from '#shared/contract/market/drawings'

export type Tool = 'pointer' | 'measure' | DrawingKind

export const tools: readonly Tool[] = ['pointer', 'measure', 'level', 'ray', 'trend', 'rectangle', 'note']

export const pointsOf = (tool: Exclude<Tool, 'pointer'>): number =>
  tool === 'measure' ? 2 : drawingAnchors[tool]

/** By the place of the key, because Alt changes characters on some systems. */
export const toolOfCode = (code: string): Tool | undefined =>
  tools.find((tool) => tool !== 'pointer' && code === `Key${drawingKeys[tool]}`)

/** Its key caps; none without a key. */
export const toolCaps = (tool: Tool, platform: string): readonly string[] =>
  tool === 'pointer' ? [] : keyCaps(`alt+${drawingKeys[tool]}`, platform)
