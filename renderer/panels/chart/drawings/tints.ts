import type { DrawingColour } from '#shared/contract/market/drawings'
import type { Look } from '../../../lib/canvas'

/** Distinct in all themes and palettes, like the groups' letters. */
export const tintNames = {
  yellow: 'link-d',
  blue: 'link-b',
  green: 'link-c',
  orange: 'link-e',
  pink: 'link-f',
  violet: 'link-a'
} as const satisfies Record<DrawingColour, string>

const tints = {
  yellow: 'linkD',
  blue: 'linkB',
  green: 'linkC',
  orange: 'linkE',
  pink: 'linkF',
  violet: 'linkA'
} as const satisfies Record<DrawingColour, keyof Look>

export const tintOf = (look: Look, colour: DrawingColour): string => look[tints[colour]]
