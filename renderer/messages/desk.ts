import { choose } from '#shared/messages/language'

export const deskText = choose({
  en: {
    newWorkspace: 'New workspace',
    noWorkspace: {
      sentence: 'A workspace is a named layout of panels. Start with a template.',
      title: 'No workspace'
    },
    addPanel: 'Add panel',
    panelTemplate: (name: string) => `Template “${name}”`,
    empty: {
      sentence: 'Add the first panel; you can move it, resize it and open it in a new window.',
      title: (workspace: string) => `${workspace} is empty`
    },
    title: 'Markets',
    loading: (panel: string) => `Loading ${panel}`,
    rename: { field: 'Workspace name' },
    toNewWindow: (panel: string) => `${panel} to a new window`,
    onlyHere: (panel: string) => `${panel} in this panel only`,
    separator: {
      between: (before: string, after: string) => `Between ${before} and ${after}`,
      share: (percent: number) => `${percent} percent`
    },
    stopped: {
      remove: 'Remove',
      show: 'Show',
      sentence: 'It stays hidden until you show it.',
      title: 'This panel stopped answering last time.'
    },
    tabs: { add: 'Add a panel to these tabs', with: (panel: string) => `Tabs with ${panel}` },
    templates: {
      saved: 'Saved templates',
      remove: (name: string) => `Delete template ${name}`,
      fileHint: 'A workspace saved earlier, here or on another computer',
      file: 'From a file',
      empty: 'Start from scratch and add panels yourself',
      wide: 'A wide watchlist and the selected market beside it',
      stablecoins: 'Chart, depth and book of stablecoins',
      four: 'Chart and book of four markets, each in its own link group',
      deep: 'Watchlist, chart, book, trades, depth and alerts of one market'
    },
    bar: {
      choose: (workspace: string) => `${workspace}: choose a workspace`,
      menu: 'Menu',
      menuOf: (workspace: string) => `Menu of ${workspace}`,
      locked: 'Locked',
      withKey: (workspace: string, number: number) => `${workspace} (Ctrl+${number})`,
      title: 'Workspaces',
      none: 'No workspace'
    },
    disabled: {
      noMarket: 'This panel shows no single market',
      noSuchThing: 'Not available in this panel',
      noPanel: 'There is no panel',
      alone: 'It already fills the window',
      noWorkspace: 'There is no workspace',
      onlyPanel: 'There is no other panel',
      maximized: 'A panel is maximized',
      marketsOnly: 'Only in Markets',
      noPanelShown: 'No panel is shown',
      locked: 'The layout is locked',
      nothingToRedo: 'Nothing to redo',
      nothingToUndo: 'Nothing to undo',
      noneClosed: 'No workspace was closed',
      noWorkspaceNumber: (number: number) => `There is no workspace ${number}`,
      mainWindowOnly: 'Only in the main window'
    },
    layoutUnlocked: 'The layout is unlocked',
    layoutLocked: 'The layout is locked',
    templateSaved: (name: string) => `“${name}” saved as a template for new workspaces.`,
    saved: (file: string) => `Saved as ${file}`,
    undo: 'Undo',
    closed: (workspace: string) => `“${workspace}” closed.`,
    shared: (workspace: string) => `“${workspace}” now shares its link groups with other sharing workspaces.`,
    ungrouped: (workspace: string) => `“${workspace}” has its own link groups again.`,
    redone: 'Redone',
    undone: 'Undone',
    menu: {
      close: 'Close workspace',
      load: 'Add from a file…',
      save: 'Save as a file…',
      saveTemplate: 'Save as a template',
      popOut: 'Open in new window',
      last: 'Already last',
      right: 'Move right',
      first: 'Already first',
      left: 'Move left',
      redo: (step: string) => `Redo: ${step}`,
      redoBare: 'Redo',
      undo: (step: string) => `Undo: ${step}`,
      share: 'Share link groups with other workspaces',
      lock: 'Lock the layout',
      duplicate: 'Duplicate',
      rename: 'Rename',
      activeOnly: 'Active workspace only'
    }
  }
})
