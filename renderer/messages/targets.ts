import { choose } from '#shared/messages/language'

export const targetsText = choose({
  en: {
    title: 'Alert targets',
    about:
      'Alerts with “Deliver to targets” go to every target that is on, with their market, condition, figures and note. Only this window can change targets.',
    addCommand: 'Command',
    addWebhook: 'Webhook',
    empty: {
      title: 'No targets yet',
      sentence: 'Leadline can run a program on this computer, or send a signed request to a server of yours.'
    },
    on: (name: string) => `On: ${name}`,
    test: 'Send test',
    testNamed: (name: string) => `Send test: ${name}`,
    edit: 'Edit',
    editNamed: (name: string) => `Edit: ${name}`,
    removeNamed: (name: string) => `Delete: ${name}`,
    remove: {
      title: 'Delete target?',
      action: 'Delete',
      question: (name: string) => `“${name}” and its secret will be deleted. Alerts stay as they are.`
    },
    secret: {
      title: 'New secret',
      about: 'Copy it to the server now. It is kept in the keychain and not shown again.',
      label: 'Secret',
      copy: 'Copy',
      copied: 'Copied',
      replace: 'Replace secret?',
      question: (name: string) =>
        `“${name}” will be signed with a new secret at once. Until the server has it, it rejects alerts.`,
      new: 'New secret',
      newNamed: (name: string) => `New secret: ${name}`,
      missing: 'There is no secret for this webhook on this computer. Create a new one before you turn it on.'
    },
    form: {
      title: (kind: 'command' | 'webhook', exists: boolean) =>
        kind === 'command'
          ? exists
            ? 'Edit command'
            : 'New command'
          : exists
            ? 'Edit webhook'
            : 'New webhook',
      name: 'Name',
      url: 'URL',
      urlHint: 'https, or http on this computer. A new URL gets a new secret. Redirects are not followed.',
      urlExample: 'https://alerts.example.com/leadline',
      program: 'Program',
      programExample: '/usr/local/bin/page-desk',
      choose: 'Choose…',
      args: 'Arguments',
      argsHint: (known: string) => `One per line. Placeholders: ${known}`,
      commandAbout:
        'The program runs without a shell, for at most 30 seconds, and ends when Leadline quits. It is not retried if it fails.',
      isOn: 'On',
      cancel: 'Cancel',
      save: 'Save'
    }
  }
})
