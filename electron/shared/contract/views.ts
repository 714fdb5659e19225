import * as v from 'valibot'

/** The views that a window can show, in the order of the rail. A view is listed once it works. */
export const views = ['markets', 'connections', 'diagnostics', 'settings', 'help'] as const
export type View = (typeof views)[number]
export const viewSchema = v.picklist(views)

export const viewTitles: Record<View, string> = {
  markets: 'Markets',
  connections: 'Connections',
  diagnostics: 'Diagnostics',
  settings: 'Settings',
  help: 'Help'
}
