interface Step {
  readonly title: string
  readonly sentences: readonly string[]
  /** The things of the page that it speaks about, each with a few words. */
  readonly callouts?: readonly { readonly at: string; readonly words: string }[]
}

export const steps: readonly Step[] = [
  {
    title: 'Welcome to Leadline',
    sentences: [
      'Leadline shows whether a market is live and how deep it is, and keeps what a treasury desk needs at hand.',
      'It only reads. Nothing in it can place an order or move money, and it never asks the service for the right to.'
    ]
  },
  {
    title: 'Start without an account',
    sentences: [
      'The profile “Local sandbox” is the whole service, built in and running on this computer, with a market of its own.',
      'For your own account, add a profile under Connections. Its secret goes into the keychain of your computer and never comes back to the screen.'
    ],
    callouts: [{ at: '.rail a[href$="connections"]', words: 'Connections' }]
  },
  {
    title: 'Always know where you are',
    sentences: [
      'The badge at the top left names the environment in every window. Production adds a red line along the top edge.',
      'Next to the clock you see the state of the connection, how long it has lasted and when the token ends.'
    ],
    callouts: [
      { at: '[data-guide="environment"]', words: 'Environment' },
      { at: '[data-guide="connection"]', words: 'State of the connection' }
    ]
  },
  {
    title: 'Read a panel',
    sentences: [
      'Each panel shows the state and the age of its figures. Figures that are not live are grey.',
      'Panels with the same letter show the same market. An asterisk marks what was not watched all of the time, and “inferred” what the service does not say: who bought and who sold.'
    ],
    callouts: [
      { at: '[data-kind="chart"] [data-guide="state"]', words: 'State and age' },
      { at: '[data-kind="trades"] [data-guide="group"]', words: 'Group' }
    ]
  },
  {
    title: 'Make it yours',
    sentences: ['You can change these at any time in Settings. Every command is one key away:']
  }
]
