import { choose, count, number } from './language'

export const deliveryText = choose({
  en: {
    window: { title: 'Alert targets' },
    file: 'delivery targets',
    programTitle: 'Choose a program',
    programAction: 'Choose',
    changedOutside:
      'delivery.json was changed outside Leadline, so all targets are off. Check each one in Alert targets, and turn on those you trust.',
    tooMany: (max: number) => `At most ${count(max, 'target')} can exist. Delete one first.`,
    gone: 'This target no longer exists.',
    noSecret: 'This webhook has no secret on this computer. Create a new one first.',
    target: {
      name: 'Enter a name.',
      programMissing: 'Enter the full path of a program.',
      programRelative: 'The path must be absolute: it starts at the root of the file system.',
      programBatch: 'Windows runs .bat and .cmd files through a shell. Choose a program instead.',
      programNotFound: 'There is no file at this path.',
      programNotRunnable: 'You do not have permission to run this file.',
      argument: (argument: string, known: string) =>
        `“${argument}” is not a known placeholder. A placeholder has to be the whole argument: ${known}.`,
      url: 'Enter a complete URL, for example https://alerts.example.com/leadline.',
      urlPlain: 'The URL must start with https://. Plain http:// is allowed on this computer only.',
      urlCredentials: 'The URL must not contain a user name or password.',
      urlFragment: 'The URL must not contain #.'
    },
    command: {
      exit: (code: number) => `The command exited with code ${code}.`,
      signal: (signal: string) => `The command was stopped by ${signal}.`,
      time: (seconds: number) =>
        `The command was stopped because it ran for more than ${count(seconds, 'second')}.`,
      output: (bytes: number) => `The command was stopped because it wrote more than ${number(bytes)} bytes.`,
      notFound: 'The command’s program was not found.',
      notStarted: 'The command could not be started.'
    },
    webhook: {
      server: 'The webhook’s server',
      status: (status: number) => `The webhook’s server answered with status ${status}.`
    },
    lost: {
      tooMany: (max: number) => `More than ${count(max, 'delivery', 'deliveries')} were waiting.`,
      ended: 'The target was turned off, or Leadline quit.',
      tooOld: (minutes: number) => `It could not be delivered within ${count(minutes, 'minute')}.`
    },
    test: {
      delivered: (milliseconds: number) => `Delivered in ${number(milliseconds)} ms.`,
      condition: 'Test of a delivery target',
      note: 'Sent by “Send test” in Leadline.'
    }
  }
})
