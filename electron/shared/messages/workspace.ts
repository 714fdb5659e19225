import { choose, count, number } from './language'

export const workspaceText = choose({
  en: {
    refusals: {
      workspaceGone: 'This workspace no longer exists.',
      panelGone: 'This panel no longer exists.',
      windowGone: 'This window of the workspace no longer exists.',
      locked: (name: string) => `The layout of “${name}” is locked. Unlock it to make changes.`,
      panelsFull: (name: string, max: number) =>
        `“${name}” already has ${count(max, 'panel')}, the maximum. Remove one first.`,
      settingsFull: (max: number) => `This panel already has ${count(max, 'setting')}, the maximum.`,
      windowsFull: (name: string, max: number) =>
        `“${name}” already has ${count(max, 'separate window')}, the maximum. Close one first.`,
      workspacesFull: (max: number) =>
        `There are already ${count(max, 'workspace')}, the maximum. Remove one first.`,
      unlock: 'Unlock'
    },
    /** Shown after “Undo” and “Redo”. */
    steps: {
      addPanel: (panel: string) => `Add ${panel}`,
      removePanel: (panel: string) => `Remove ${panel}`,
      movePanel: (panel: string) => `Move ${panel}`,
      popOutPanel: (panel: string) => `Pop out ${panel}`,
      popOutPanels: (panels: number) => `Pop out ${count(panels, 'panel')}`,
      returnPanel: (panel: string) => `Return ${panel}`,
      returnPanels: (panels: number) => `Return ${count(panels, 'panel')}`,
      resize: 'Resize panels',
      rename: 'Rename workspace',
      shareLinks: 'Share link groups',
      stopSharingLinks: 'Stop sharing link groups'
    },
    templates: {
      tooMany: (max: number) => `There are already ${count(max, 'template')}, the maximum. Delete one first.`,
      gone: 'This template no longer exists.',
      lost: (lost: number) => `${count(lost, 'template')} could not be read`,
      partlyLost: 'parts of it could not be read'
    },
    names: { usual: 'Workspace', majors: 'Majors ×4', desk: (symbol: string) => `${symbol} desk` },
    file: {
      notWorkspace: 'This is not a Leadline workspace file.',
      notPlain: (reason: string) => `This is not a workspace file: it ${reason}.`,
      unreadable: (file: string) => `The file ${file} cannot be read.`,
      newer: 'This workspace was saved by a newer version of Leadline. Update Leadline to open it.',
      damaged: 'This workspace file is damaged: none of its panels can be read.'
    },
    import: {
      title: 'Add workspace',
      message: (name: string) => `Add the workspace “${name}”?`,
      panels: (title: string, panels: number) => (panels === 1 ? title : `${title} ×${number(panels)}`),
      panelList: (panels: number, kinds: readonly string[]) =>
        panels === 0 ? 'No panels' : `${count(panels, 'panel')}: ${kinds.join(', ')}`,
      markets: (symbols: readonly string[], more: number) =>
        `Markets: ${symbols.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`,
      windows: (windows: number) => `Opens ${count(windows, 'separate window')}`,
      file: (name: string) => `File: ${name}`,
      nothingChanged: 'Your other workspaces are not changed.',
      add: 'Add',
      cancel: 'Cancel',
      refused: (name: string, reason: string) => `“${name}” was not added. ${reason}`
    },
    salvaged: {
      workspaceLost: 'a workspace could not be read',
      partlyLost: (name: string) => `“${name}” could not be read completely`,
      allLost: 'no workspace could be read',
      linksLost: 'the markets of some link groups could not be read'
    },
    windowLayout: 'window layout',
    window: {
      crashed: 'This window has stopped working.',
      crashedShowing: (panel: string) => `This window stopped working while showing ${panel}.`,
      hangs: 'This window is not responding.',
      hangsShowing: (panel: string) => `This window stopped responding while showing ${panel}.`,
      reloadDetail: 'Reloading restores the window. Your settings, connections and records are not affected.',
      reloadWithoutDetail:
        'Reloading restores the window without this panel, which asks before it is shown again. Your settings, connections and records are not affected.',
      reload: 'Reload',
      reloadWithout: 'Reload without this panel',
      close: 'Close window',
      wait: 'Keep waiting'
    }
  }
})
