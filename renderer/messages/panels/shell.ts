import { choose } from '#shared/messages/language'

export const panelText = choose({
  en: {
    fired: (alert: string) => `Alert: ${alert}. Show alerts`,
    market: {
      none: 'No market yet',
      howToChoose: 'Choose a market above, or join a link group that shows one.',
      choose: 'Choose a market',
      showOther: (market: string) => `Market ${market}. Show another market`,
      change: 'Show another market',
      symbol: 'Symbol',
      field: 'Market of this panel'
    },
    settingsOf: (panel: string) => `${panel} settings`,
    menu: {
      title: 'Menu',
      of: (panel: string) => `Menu of ${panel}`,
      settings: 'Settings',
      close: 'Close panel',
      popOut: 'Open in new window',
      return: 'Return to main window',
      alone: 'It already fills the window',
      maximize: 'Maximize panel',
      restore: 'Restore panel'
    },
    linkGroupOf: (panel: string) => `Link group of ${panel}`,
    state: {
      lastMessage: (age: string) => `Last message ${age} ago.`,
      since: (state: string, time: string) => `${state} since ${time}.`,
      nothingYet: 'Nothing received yet.',
      backTo: (market: string) => `Back to ${market}`,
      asOf: (state: string, time: string) => `As of ${time} · ${state}`
    },
    export: {
      savedAs: (file: string) => `Saved as ${file}`,
      showTable: 'Show as table',
      saveFigures: 'Save figures as CSV…',
      figuresCopied: 'Figures copied.',
      copyFigures: 'Copy figures as CSV',
      savePicture: 'Save as picture…',
      pictureCopied: 'Picture copied.',
      copyPicture: 'Copy as picture',
      noFigures: 'No figures to export',
      stamp: (panel: string, time: string, source: string) => `${panel} · ${time} · ${source} · Leadline`,
      notConnected: 'not connected'
    },
    link: {
      keep: (market: string) => `Keep ${market}`,
      unlinked: 'Not linked',
      groupNamed: (group: string) => `Group ${group}`,
      groupShowing: (group: string, market: string) => `Group ${group}\u2002${market}`,
      follow: 'Follow a link group',
      followShared: 'Follow a link group (shared with other workspaces)',
      group: (group: string) => `Link group ${group}: its panels show the same market. Click to change`,
      none: 'Not linked: this panel keeps its own market. Click to join a link group'
    },
    locked: 'The layout is locked'
  }
})
