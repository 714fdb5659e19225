import { layoutText } from '../../messages/layout'
import * as v from 'valibot'

/** In the order of the rail. */
export const views = [
  'markets',
  'addresses',
  'conversions',
  'statements',
  'recordings',
  'analysis',
  'sql',
  'connections',
  'diagnostics',
  'settings',
  'help'
] as const
export type View = (typeof views)[number]
export const viewSchema = v.picklist(views)

export const viewTitles: Readonly<Record<View, string>> = { ...layoutText.views }
