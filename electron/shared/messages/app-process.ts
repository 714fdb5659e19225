import { choose, count, list, number, plural } from './language'

const armedAlerts = (armed: number) =>
  armed === 0
    ? 'No alert is armed'
    : `${count(armed, 'alert')} ${plural(armed, { one: 'is', other: 'are' })} armed`

export const trayText = choose({
  en: {
    armed: armedAlerts,
    tooltip: (connection: string, armed: number) => `Leadline: ${connection} ${armedAlerts(armed)}.`,
    open: 'Open Leadline',
    quit: 'Quit Leadline',
    closing: {
      staysInDock: 'With all windows closed, Leadline stays in the Dock and armed alerts keep running.',
      staysInTray: 'With all windows closed, Leadline stays in the tray and armed alerts keep running.',
      quits: 'Closing the last window quits Leadline and stops armed alerts.',
      asksForTray:
        'If alerts are armed when you close the last window, Leadline asks whether to keep running in the tray.',
      asksToQuit:
        'This desktop has no tray: closing the last window quits Leadline and stops armed alerts. Leadline asks first.'
    },
    keepRunning: {
      title: 'Leadline',
      message: (armed: number) => `${armedAlerts(armed)}.`,
      detail:
        'Alerts work only while Leadline is running. It can keep running in the tray without a window; click its icon to open it again.',
      stay: 'Keep running in tray',
      quit: 'Quit',
      cancel: 'Cancel',
      always: 'Don’t ask again'
    },
    confirmQuit: {
      title: 'Leadline',
      message: (armed: number) =>
        `Closing the last window quits Leadline and stops ${plural(armed, { one: 'its armed alert', other: `its ${number(armed)} armed alerts` })}.`,
      detail:
        'This desktop has no tray to keep Leadline running. Minimize the window to keep alerts working.',
      keepOpen: 'Keep open',
      close: 'Close'
    }
  }
})

export const loginText = choose({
  en: {
    inTray:
      'Starts in the tray when you log in, with alerts running. On a desktop without a tray it starts minimized.',
    inDock: 'Starts in the Dock when you log in, without a window and with alerts running.',
    notInstalled:
      'Only an installed Leadline can start at login. This one runs from a folder of its source code.',
    otherCopy: (program: string) =>
      `Another copy starts at login: ${program}. Turn this off and on again to start this one.`,
    blocked: (file: string) =>
      `${file} cannot be read, or starts another program. Leadline leaves it unchanged.`,
    notSaved: 'Start at login could not be changed. The log has the details.'
  }
})

export const startText = choose({
  en: {
    ignored: {
      certificateVariable: (name: string) =>
        `The environment variable ${name} is ignored. Leadline always checks certificates.`,
      keyLogVariable: (name: string) =>
        `The environment variable ${name} is ignored. Leadline never writes the keys of its connections to a file.`,
      option: (name: string) =>
        `The option --${name} is ignored. Leadline always checks certificates and keeps keys secret.`,
      debugging: (name: string) =>
        `The option --${name} is ignored. An installed Leadline cannot be debugged.`
    },
    commandLineTooLong: 'Leadline was not started: its command line is too long.',
    alreadyRunning: 'Leadline is already running; its window comes to the front.',
    alreadyRunningNotWritten: (file: string) =>
      `Leadline is already running with this data folder, so ${file} was not written. Close it first, or choose another folder with --user-data.`,
    dataFolderNotWritable: (folder: string, reason: string) =>
      `The data folder ${folder} cannot be written (${reason}). Leadline uses an empty temporary folder: nothing from this session is kept.`,
    windowClosing: 'This window is closing.',
    testBuild: (version: string) => `${version} (test build)`,
    version: (version: string) => `Leadline ${version}`,
    usage: `Usage: leadline [option …] [leadline://LINK | WORKSPACE-FILE …]
       leadline collect --config FILE      shares one connection with the seats of a desk
       leadline desk COMMAND --folder DIR  sets up a desk, adds and removes its seats
       leadline record --markets A,B       records the stream of a connection

  --new-window        open a new window
  --start-in-tray     start without a window, or minimized if there is no tray
  --user-data=DIR     keep settings, connections and logs in DIR
  --shot=FILE.png     save a screenshot of each window and exit
    --view=NAME       of one view
    --panel=KIND      of one panel
    --size=WxH        of this size in pixels, such as 1280x800
    --after=SECONDS   wait this long before the screenshot
  --marks=FILE.json   write the times of the start and exit
  --sandbox-rate=N    messages per second from the local sandbox
  --version           print the version and exit
  --help              print this text and exit

The last three need no display; each prints its options with --help. See leadline(1) for links and files.`
  }
})

export const crashText = choose({
  en: {
    reportWritten: (file: string) => `Leadline hit a fatal error. A report is in ${file}`,
    reportNotWritten: (reason: string) =>
      `Leadline hit a fatal error, and no report could be written: ${reason}`,
    report: {
      title: (kind: string) => `Leadline ended because of an error in its main process (${kind}).`,
      time: (time: string) => `Time: ${time}`,
      system: (system: string) => `System: ${system}`,
      versions: (versions: string) => `Versions: ${versions}`
    },
    kinds: { exception: 'uncaught exception', rejection: 'unhandled rejection' }
  }
})

/** Written to the console by `--shot` and `--marks`. */
export const screenshotText = choose({
  en: {
    unknownView: (name: string, known: readonly string[]) =>
      `There is no view “${name}”. The views are ${list(known)}.`,
    unknownPanel: (name: string, known: readonly string[]) =>
      `There is no panel “${name}”. The panels are ${list(known)}.`,
    notReady: (reason: string) => `Not everything was ready within a minute of the first window: ${reason}.`,
    connectionUnsettled: 'the connection is still being set up',
    lastStep: (window: string, step: string) => `${window} got as far as “${step}”`,
    noStep: (window: string) => `${window} did not start`,
    failed: (reason: string) => `No picture could be taken: ${reason}`,
    pageGone: (window: string, reason: string) => `the page of ${window} is gone (${reason})`,
    notLoaded: (address: string, reason: string) => `${address} could not be loaded (${reason})`,
    isFolder: (file: string) => `${file} cannot be written: it is a folder.`,
    notWritable: (file: string, reason: string) => `${file} cannot be written (${reason}).`
  }
})
