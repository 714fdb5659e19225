import { choose, count, number } from './language'

export const dialogText = choose({
  en: {
    save: {
      picture: 'Save picture',
      figures: 'Save figures',
      report: 'Save report',
      conversions: 'Export conversions',
      supportFile: 'Save a support file',
      workspace: (name: string) => `Save “${name}” as a file`,
      failed: (name: string, folder: string, reason: string) =>
        `${name} could not be written to ${folder}: ${reason}.`
    },
    openWorkspace: 'Open a workspace file',
    types: {
      png: 'PNG picture',
      csv: 'CSV table',
      pdf: 'PDF document',
      json: 'JSON',
      zip: 'ZIP archive',
      workspace: 'Leadline workspace'
    }
  }
})

/** A wait within a sentence: “in 17 seconds”. */
const inTime = (milliseconds: number) => {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  if (seconds === 1) return 'in a second'
  return seconds < 120 ? `in ${count(seconds, 'second')}` : `in ${count(Math.ceil(seconds / 60), 'minute')}`
}

export const problemText = choose({
  en: {
    unexpected: 'Something unexpected went wrong. The log has the details.',
    notAnswered: 'Leadline did not answer this request.',
    notSent: 'This request could not be sent, so nothing was done.',
    unknownSender: 'Only Leadline’s own windows may make this request.',
    unknownCall: 'Leadline does not know this request.',
    invalidCall: 'This request was not understood, so nothing was done.'
  }
})

export const linkText = choose({
  en: {
    notWeb: 'This link is not a web address.',
    notSecure: 'Leadline opens secure web addresses (https) only.',
    unknownSite: (host: string) => `Leadline does not open ${host}: it is not one of its own links.`,
    tooLong: 'This link is too long to be a Leadline link.',
    notUnderstood: 'This is not a valid Leadline link.',
    noId: {
      address: 'This link does not contain an address ID.',
      conversion: 'This link does not contain a conversion ID.',
      statement: 'This link does not contain a statement ID.'
    },
    unknownView: 'This link does not lead anywhere in this version of Leadline.'
  }
})

export const zipText = choose({
  en: {
    notZip: 'This is not a ZIP file, or it is damaged.',
    name: (name: string) => `The ZIP has a file with a name that is not allowed: ${name}.`,
    twice: (name: string) => `The ZIP has two files named ${name}.`,
    tooLarge: 'The files in this ZIP are too large.',
    tooMany: (max: number) => `The ZIP has more than ${number(max)} files.`,
    damaged: (name: string) => `${name} in the ZIP is damaged, or packed in a way that is not supported.`
  }
})

export const fileText = choose({
  en: {
    found: {
      folder: 'is a folder',
      notRegular: 'is not a regular file',
      tooLarge: (megabytes: number) => `is larger than ${number(megabytes)} MB`
    },
    disk: {
      full: 'the disk is full',
      quota: 'the disk quota is exceeded',
      denied: 'Leadline has no write permission there',
      readOnly: 'the disk is read-only',
      noFolder: 'the folder no longer exists',
      fault: 'the disk reported an error',
      folder: 'a folder has the same name',
      noFile: 'there is no such file',
      unreadable: 'Leadline has no permission to read it',
      unknown: 'the system gave no reason',
      code: (code: string) => `the system reported ${code}`
    },
    unreadable: (title: string, file: string, reason: string) =>
      `The ${title} file ${file} cannot be read (${reason}). It is left unchanged, and changes are not saved.`,
    newer: (title: string, file: string) =>
      `The ${title} file ${file} was written by a newer Leadline. It is left unchanged, and changes are not saved.`,
    copied: (title: string, lost: string, copy: string) =>
      `The ${title} file is partly damaged: ${lost}. The rest is in use. The original file was copied to ${copy}.`,
    notCopied: (title: string, lost: string, file: string, reason: string) =>
      `The ${title} file is partly damaged: ${lost}. The rest is in use. The file ${file} could not be copied (${reason}), so it is left unchanged, and changes are not saved.`,
    setAside: (title: string, copy: string, found: string | null) =>
      `The ${title} file ${found ?? 'was damaged'}. It was set aside as ${copy}, and Leadline starts with a new one.`,
    notSetAside: (title: string, file: string, reason: string, found: string | null) =>
      `The ${title} file ${file} ${found ?? 'is damaged'} and could not be set aside (${reason}). It is left unchanged, and changes are not saved.`,
    notSaved: (title: string, file: string) =>
      `The ${title} could not be saved to ${file}. Changes are kept only until you quit, unless a later attempt succeeds.`,
    logNotWritten: (folder: string, reason: string) => `The log in ${folder} cannot be written: ${reason}`
  }
})

export const networkText = choose({
  en: {
    certificateName: (host: string) =>
      `The certificate of ${host} was issued for another name, so nothing was sent.`,
    certificateDate: (host: string) =>
      `The certificate of ${host} has expired or is not valid yet, so nothing was sent. Check the clock of this computer.`,
    certificateAuthority: (host: string) =>
      `The certificate of ${host} was issued by an authority that this computer does not trust, so nothing was sent. If it belongs to your organization, add it to the system or set SSL_CERT_FILE to its file.`,
    certificate: (host: string) => `The certificate of ${host} is not acceptable, so nothing was sent.`,
    tls: (host: string) => `No secure connection to ${host} could be established. Check the URL and port.`,
    proxy: (host: string) => `The system proxy did not allow the request to ${host}.`,
    refused: (host: string) => `Nothing answers at ${host}: the connection was refused.`,
    unknownHost: (host: string) =>
      `The host ${host} could not be found. Check its spelling and your network connection.`,
    offline: (host: string) => `${host} cannot be reached: this computer seems to have no network.`,
    timeout: (host: string) => `${host} did not answer in time.`,
    timeoutAfter: (host: string, seconds: number) =>
      `${host} did not answer within ${count(seconds, 'second')}.`,
    closed: (host: string) => `${host} closed the connection before it had sent the complete answer.`,
    encoding: (host: string) =>
      `The compressed answer of ${host} could not be unpacked: it is truncated or damaged.`,
    redirect: (host: string) =>
      `${host} redirected to another URL. Leadline does not follow, so that secrets and tokens are not sent elsewhere.`,
    failed: (host: string) => `The request to ${host} failed on the way.`,
    tooLong: (host: string) =>
      `${host} sent an answer that is far too large, so Leadline stopped reading it.`,
    busy: (milliseconds: number) =>
      `The service asks for fewer requests. Leadline can continue ${inTime(milliseconds)}.`,
    privateFile: (host: string) =>
      `The service sent a download link to ${host}, which is on this computer or in a private network. Leadline does not open it.`,
    notLocal: (host: string) => `${host} is not this computer, so nothing was sent without encryption.`,
    unknownProxy: (proxy: string) => `The system requires a proxy that Leadline does not support: ${proxy}.`,
    proxyTimeout: (proxy: string) => `The system proxy ${proxy} did not answer in time.`,
    proxyClosed: (proxy: string) => `The system proxy ${proxy} closed the connection.`,
    proxyPassword: (proxy: string) => `The system proxy ${proxy} requires a name and password.`,
    proxyRefused: (proxy: string, target: string, status: number) =>
      `The system proxy ${proxy} does not allow connections to ${target} (status ${status}).`
  }
})

export const refusalText = choose({
  en: {
    withReason: (sentence: string, reason: string) => `${sentence} It says: ${reason}`,
    withoutReason: (sentence: string) => `${sentence} It gave no reason.`,
    limited: (host: string, wait: number | null) =>
      `${host} asks for fewer requests. Try again ${wait === null ? 'in a few minutes' : inTime(wait)}.`,
    failed: (host: string, status: number) => `${host} returned an error (status ${status}).`
  }
})
