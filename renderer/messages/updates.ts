import { choose } from '#shared/messages/language'

export const updatesViewText = choose({
  en: {
    title: 'Updates',
    about: 'Update checks are off by default.',
    noSource: 'This build has no update source',
    noSourceAbout:
      'It cannot check for updates and sends nothing. To update, install a newer version the same way as this one.',
    toggle: 'Check for updates',
    request: (url: string) =>
      `Once a day, and when you click Check now, Leadline requests ${url}. The request is the same for everyone: no version, no ID, no cookie, nothing about you or your connections. As with any web request, the server sees your IP address.`,
    neverInstalls: 'New versions are announced and never installed without you.',
    checkNow: 'Check now',
    checking: 'Checking…',
    never: 'Not checked yet.',
    expired:
      'The update information on this computer has expired, so Leadline does not know whether there is a newer version.',
    upToDate: (version: string, at: string) => `Leadline ${version} is up to date. Checked ${at}.`,
    newer: (version: string, at: string) => `Leadline ${version} is available. Checked ${at}.`,
    failed: (at: string) => `The check at ${at} failed`,
    failing: (day: string) => `Update checks have failed since ${day}`,
    next: (at: string) => `The next automatic check is after ${at}.`,
    whatsNew: 'What’s new',
    available: (version: string) => `Leadline ${version} is available`,
    updated: (version: string) => `Updated to Leadline ${version}`,
    downloading: (version: string, percent: string) => `Downloading ${version}: ${percent}`,
    ready: (version: string) => `Leadline ${version} will be installed when you quit`,
    dismiss: 'Dismiss',
    version: (version: string) => `Leadline ${version}`,
    released: (day: string) => `Released ${day}`,
    installed: 'Installed',
    noNotes: 'No changes are listed for this version.',
    notesFailed: 'Could not read the changes',
    notesLoading: 'Loading changes',
    close: 'Close',
    apt: {
      lead: 'If you have added the Leadline repository to apt, update with this command:',
      command: 'sudo apt-get update && sudo apt-get install --only-upgrade leadline',
      copy: 'Copy command',
      copied: 'Command copied.',
      otherwise: 'Otherwise, download the package:'
    },
    page: {
      lead: 'Download this version and install it the same way as this one:',
      open: 'Open download page'
    },
    installer: {
      lead: 'The file is downloaded and verified now, and installed when you quit Leadline.',
      download: 'Download',
      cancel: 'Cancel',
      retry: 'Try again',
      progress: 'Download progress',
      bytes: (done: string, all: string) => `${done} of ${all}`,
      failed: 'The download failed',
      ready: 'Downloaded and verified. It will be installed when you quit Leadline.',
      discard: 'Don’t install'
    }
  }
})
