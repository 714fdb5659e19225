import { choose, count } from './language'

export const updatesText = choose({
  en: {
    noSource: 'This build has no update source, so it cannot check for updates.',
    off: 'Update checks are off.',
    tooSoon: (seconds: number) => `Leadline has just checked. Try again in ${count(seconds, 'second')}.`,
    notRecorded:
      'The time of a check cannot be saved, so Leadline does not check automatically. Check that the data folder can be written.',
    insecure: (host: string) => `${host} does not use https, so nothing was requested.`,
    redirect: (host: string) => `${host} redirected to another host, which Leadline does not follow.`,
    status: (host: string, status: number) => `${host} returned an error (status ${status}).`,
    timeout: (host: string, seconds: number) =>
      `${host} did not send the complete update information within ${count(seconds, 'second')}.`,
    tooLong: (host: string) => `${host} sent more than the limit of 256 KB, so Leadline stopped reading.`,
    truncated: (host: string) => `The update information from ${host} is incomplete. It was not used.`,
    shape: (host: string) =>
      `${host} did not send update information that this version of Leadline understands. It was not used.`,
    signature: (host: string) =>
      `The update information from ${host} has no valid signature, so it may have been altered. It was not used.`,
    expired: (host: string) =>
      `The update information from ${host} has expired. It was not used. Check the clock of this computer.`,
    clock: (host: string) =>
      `The update information from ${host} is dated in the future. It was not used. Check the clock of this computer.`,
    older: (host: string) =>
      `${host} sent older update information than this app has seen before. It was not used.`,
    download: {
      missing: 'There is no download for this system.',
      busy: 'The download is already running.',
      refused: (host: string, status: number) => `${host} did not send the file (status ${status}).`,
      stalled: (host: string) => `${host} stopped sending the file. Try again to continue.`,
      truncated: (host: string) => `${host} ended the download early. Try again to continue.`,
      tooLong: (host: string) => `${host} sent a larger file than was announced. It was deleted.`,
      altered: 'The downloaded file differs from the signed release. It was deleted.',
      link: (folder: string) =>
        `${folder} is a link, so Leadline neither writes nor deletes anything there. Replace it with a folder.`,
      disk: (folder: string) => `The download could not be written to ${folder}.`
    }
  }
})
