import { choose, count } from '#shared/messages/language'

export const evidenceText = choose({
  en: {
    title: 'Evidence',
    keep: 'Keep evidence of this moment',
    keepAlert: 'Keep evidence of this alert',
    noMarket: 'Focus a panel that shows a market first',
    kept: (market: string, time: string, path: string) => `Evidence of ${market} at ${time} saved as ${path}`,
    newest: 'It ends with the latest message recorded.',
    check: 'Verify it with the verify.py inside, or with “Verify evidence”.',
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
      unknown: (path: string) => `${path} has no readable manifest.`,
      good: 'All checks passed',
      bad: (failed: number) => `${count(failed, 'check')} failed. Do not rely on this bundle`,
      proves:
        'The files have not been changed since they were signed with this key, and the book follows from the recorded frames. This does not prove who signed, what the service sent, or that the clock was right.',
      passed: 'Passed',
      failed: 'Failed'
    }
  }
})
