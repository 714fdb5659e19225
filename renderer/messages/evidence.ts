import { choose, count } from '#shared/messages/language'

export const evidenceText = choose({
  en: {
    title: 'Evidence',
    keep: 'Keep evidence of this moment',
    keepAlert: 'Keep evidence of this alert',
    noMarket: 'Focus a panel that shows a market first',
    newest: 'It ends with the latest message recorded.',
    check: 'Verify it with the verify.py inside, or with “Verify evidence”.',
    waiting: {
      waits: (time: string | null) =>
        time === null
          ? 'The desk has not shared this moment yet. Leadline keeps the evidence once it has.'
          : `The desk shares this moment at about ${time}. Leadline keeps the evidence then.`,
      saved: (market: string, path: string) => `Evidence of ${market} will be saved as ${path}`,
      mark: (moments: number, time: string | null) =>
        moments > 1
          ? `Evidence of ${count(moments, 'moment')}`
          : time === null
            ? 'Evidence waits'
            : `Evidence at ${time}`,
      hint: 'Evidence that is kept once the desk has shared its recording',
      title: 'Waiting evidence',
      about:
        'Leadline keeps this evidence once the desk has shared the recording. Windows can be closed meanwhile; if Leadline quits, it continues after the next start.',
      none: 'No evidence is waiting.',
      moment: (market: string, time: string) => `${market} at ${time}`,
      expected: (time: string | null) => (time === null ? 'Not shared yet' : `Expected at about ${time}`),
      cancel: (moment: string) => `Cancel the evidence of ${moment}`
    },
    authority: {
      title: 'Time-stamping authority (RFC 3161)',
      about:
        'Optional: the URL of a service that certifies that evidence, and each finished day of the recording, existed at a given time. Only hashes are sent: when you keep evidence, and once a day. Leave it empty to send nothing.',
      placeholder: 'https://…',
      invalid: 'Enter a URL that begins with https://'
    },
    report: {
      title: 'Verify evidence',
      verifying: (name: string) => `Verifying ${name}…`,
      about: (market: string, at: string, state: string) => `${market} at ${at}, book ${state}`,
      by: (writer: string, path: string) => `Written by ${writer}: ${path}`,
      unproven: (market: string, at: string, state: string) =>
        `Not proven: ${market} at ${at}, book ${state}`,
      unprovenBy: (writer: string, path: string) => `Not proven to be written by ${writer}: ${path}`,
      unknown: (path: string) => `${path} has no readable manifest.`,
      good: 'All checks passed',
      bad: (failed: number) => `${count(failed, 'check')} failed`,
      useless: 'Do not rely on this bundle.',
      proves:
        'The files have not been changed since they were signed with this key, and the book follows from the recorded frames. This does not prove who signed, what the service sent, or that the clock was right.',
      passed: 'Passed',
      failed: 'Failed'
    }
  }
})
