import { choose } from '#shared/messages/language'

export const guideText = choose({
  en: {
    title: 'First steps',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    skip: 'Skip',
    back: 'Back',
    next: 'Next',
    done: 'Done',
    palette: 'Command palette',
    shortcuts: 'Keyboard shortcuts',
    steps: {
      welcome: {
        title: 'Welcome to Leadline',
        purpose:
          'Leadline shows whether a market is live and how deep it is, and keeps the records of a treasury desk at hand.',
        readOnly:
          'It only reads: it cannot place an order or move money, and it never asks the service for permission to do so.'
      },
      sandbox: {
        title: 'Start without an account',
        builtIn:
          'The “Local sandbox” connection is the whole service, built in and running on this computer with its own simulated market.',
        account:
          'To use your own account, add a connection under Connections. Its secret is stored in your keychain and is never shown again.',
        connections: 'Connections'
      },
      environment: {
        title: 'Always know where you are',
        badge:
          'The badge at the top left names the environment in every window. Production adds a red line along the top edge.',
        connection:
          'Next to the clock you see the connection status, how long it has lasted and when the token expires.',
        environment: 'Environment',
        status: 'Connection status'
      },
      panel: {
        title: 'Read a panel',
        state: 'Each panel shows the state and age of its data. Data that is not live is grey.',
        group:
          'Panels with the same letter show the same market. An asterisk marks a value that does not cover the whole period; “inferred” marks what the service does not report: which side was the aggressor.',
        stateAndAge: 'State and age',
        linkGroup: 'Link group'
      },
      settings: {
        title: 'Make it yours',
        change: 'You can change these at any time in Settings. Every command is one key away:'
      }
    },
    choices: {
      theme: 'Theme',
      dark: 'Dark',
      light: 'Light',
      system: 'System',
      colours: 'Colours',
      standard: 'Teal and red',
      colourBlind: 'Blue and orange',
      clock: 'Clock',
      utc: 'UTC',
      local: 'Local'
    }
  }
})
