import { choose, count, number } from '#shared/messages/language'

export const helpText = choose({
  en: {
    about: {
      copied: 'Versions copied.',
      app: 'Leadline',
      summary: 'A read-only monitor for markets and treasury. MIT licence.',
      charts: 'Charts by TradingView Lightweight Charts™, Copyright © TradingView, Inc.',
      failed: 'Could not read the versions',
      loading: 'Loading versions',
      olderRuntime: 'Older runtime',
      olderRuntimeAbout:
        'This is the older Electron from the package registry, for tests and closed networks. It gets no security updates; use the official one for daily work.',
      copy: 'Copy versions',
      whatsNew: 'What’s new',
      system: 'System',
      electron: 'Electron',
      chromium: 'Chromium',
      node: 'Node',
      title: 'About Leadline',
      short: 'About'
    },
    privacy: {
      title: 'Privacy',
      lead: 'Data leaves this computer only for the services you set up',
      network:
        'Leadline contacts only the three endpoints of the connection in use, or only the servers of a desk feed. Market data goes to a server of your desk only if you share it in a connection. It has no telemetry, no crash uploads and no ads, and it never asks you to sign up. With the local sandbox, nothing leaves the computer at all. Update checks and time stamps for evidence are off unless you turn them on in Settings, which says what is requested. Alerts are delivered to a webhook or a command only if you add one in Alert targets; a webhook then gets the time, connection, market, condition, figures and note of each alert that is set to be delivered. On Windows and macOS, downloading an update contacts the host shown beside Download.',
      storage: 'What is stored, and where',
      settings: 'Settings, connections and window positions: plain files in the folder shown in Settings.',
      secrets:
        'Client secrets: in the keychain of your operating system, or in memory for one session. Never in a file.',
      tokens: 'Tokens: in memory only, until you quit.',
      log: 'The log: on this computer. Secrets, tokens and presigned URLs are redacted before a line is written.',
      service: 'What Leadline can do at the service',
      scopes:
        'It requests one read-only scope for each enabled feature. If the service grants more, testing the connection shows it. “Check write access…” in Connections asks, only when you start it, whether the service would grant write access to this client ID; every token it gets is dropped unread.',
      control: 'What you can do',
      controlAbout:
        'You can view, back up and clear stored data in Settings. Deleting a connection also deletes its secret. Links open in your browser, and only when you click them.'
    },
    licences: {
      title: 'Third-party licences',
      failed: 'Could not read the licences',
      loading: 'Loading licences',
      about: 'Leadline ships with the following software, under these licences.',
      search: 'Search licences',
      count: (found: number, all: number) => `${number(found)} of ${number(all)}`,
      none: 'No match',
      noneAbout: 'No included software has that name.',
      of: (name: string) => `Licence of ${name}`
    },
    done: 'Done',
    glossary: {
      search: 'Search glossary',
      count: (terms: number) => count(terms, 'term'),
      none: 'No matching term',
      noneAbout: 'No term contains all of these words.',
      showAll: 'Show all terms',
      title: 'Glossary'
    },
    shortcuts: {
      title: 'Keyboard shortcuts',
      menu: 'Row or tab menu',
      moveRow: 'Move watchlist row',
      removeRow: 'Remove from watchlist',
      nextControl: 'Next and previous control',
      close: 'Close dialog or menu',
      moveInList: 'Move through a list',
      run: 'Run the selected command',
      everywhere: 'Everywhere',
      palette: 'All other commands are in the palette:',
      workspaces: 'Workspace 1 to 9',
      inChart: 'In a chart',
      selectDrawing: 'Select next drawing',
      moveDrawing: 'Move selected drawing',
      duplicateDrawing: 'Duplicate drawing',
      drawingPoint: 'Choose a point of it',
      focusPanel: 'Go to adjacent panel',
      movePanel: 'Move panel',
      resizePanel: 'Resize panel'
    },
    title: 'Help',
    summary: 'Terms, keyboard shortcuts, and how Leadline handles your data.',
    guide: 'First steps',
    pages: 'Help pages',
    keys: {
      shift: 'Shift',
      alt: 'Alt',
      del: 'Del',
      tab: 'Tab',
      esc: 'Esc',
      enter: 'Enter'
    }
  }
})
