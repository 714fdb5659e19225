import { choose, number } from './language'

const gigabytes = (bytes: number) => `${number(Math.round(bytes / 1e8) / 10)} GB`

export const recordingText = choose({
  en: {
    notWritten: (folder: string, reason: string) =>
      `The recording cannot be written to ${folder}: ${reason}. Leadline tries again every few seconds; markets received meanwhile are not recorded.`,
    diskLow: (free: number, min: number) =>
      `Recording is paused: the disk has ${gigabytes(free)} left, and ${gigabytes(min)} are kept free. It resumes when there is more.`,
    nothingToVerify: 'There is no recording: no connection with markets is in use.',
    damage: {
      unreadable: (segment: string, offset: number, length: number) =>
        `${segment}: ${number(length)} bytes at ${number(offset)} are unreadable.`,
      altered: (segment: string, offset: number, length: number) =>
        `${segment}: ${number(length)} bytes at ${number(offset)} were altered or damaged.`,
      chain: (segment: string, offset: number) =>
        `${segment}: something before ${number(offset)} was removed or replaced.`
    },
    stopped: 'The recorder stopped and is being restarted.',
    hung: 'The recorder stopped responding and is being restarted.',
    behind: 'The recorder cannot keep up. Some messages are not recorded.'
  }
})
