/** The programs for `npm run soak -- NAME`: too long for `npm test`, each in a file of its own under tests/soak. */
export const soaks = [
  {
    name: 'sandbox',
    description:
      'eight clients of the local sandbox, two of them too slow: memory stays flat, no good one is cut off',
    script: 'tests/soak/sandbox.mjs'
  },
  {
    name: 'fuzz',
    description:
      'a million mutated frames: the scanner and JSON.parse with the decoder have to agree on every one',
    script: 'tests/soak/fuzz.mjs'
  },
  {
    name: 'chaos',
    description:
      '300 seeded schedules of faults against the engine: every book settles on the truth, no trade is lost',
    script: 'tests/soak/chaos.mjs'
  },
  {
    name: 'desk',
    description:
      'the desk with four windows for 15 minutes after its warm-up: what memory adds in an hour at that slope',
    script: 'tests/soak/desk.mjs'
  },
  {
    name: 'statements',
    description:
      '200 kills of a process that writes statements: all that is complete verifies, nothing is lost, no debris stays',
    script: 'tests/soak/statements.mjs'
  },
  {
    name: 'recording',
    description:
      '200 kills of the recorder and of the app, then an hour whose limits turn the recording over ten times: all verifies, little is lost',
    script: 'tests/soak/recording.mjs'
  },
  {
    name: 'replay',
    script: 'tests/soak/replay.mjs',
    description:
      '1,000 random instants of recordings made under chaos: a seek shows what an oracle over the log and straight play show, and the chart’s studies are those of fractions'
  },
  {
    name: 'feed',
    script: 'tests/soak/feed.mjs',
    description:
      'a desk of two collectors and eight seats: delay and processor time, then leaders killed and stopped and the server restarted; all seats have the true books again within 5 seconds'
  },
  {
    name: 'feed-chaos',
    script: 'tests/soak/feed-chaos.mjs',
    description:
      '200 seeded schedules of faults against a desk of real processes, also with a cluster: no wrong book is shown as live, one collector leads at a time, all recovers'
  },
  {
    name: 'evidence',
    script: 'tests/soak/evidence.mjs',
    description:
      '200 bundles of random moments verify without the app; the app and verify.py notice a change of any byte, or of 10,000 in large files'
  },
  {
    name: 'steps',
    description: 'a kill or a failing disk at every single step of saving, copying and moving statements',
    script: 'tests/soak/steps.mjs'
  },
  {
    name: 'hostile',
    description:
      'a hostile service and a hostile computer against the real app: what it says, how long main is blocked, no secret anywhere',
    script: 'tests/soak/hostile.mjs'
  },
  {
    name: 'mutants',
    description:
      'one fault at a time is put into the code, and the tests that claim to notice it have to fail',
    script: 'tests/soak/mutants.mjs'
  },
  {
    name: 'package',
    description:
      'two clean builds with the same bytes; the .rpm in an empty system; in a bare Debian the oldest .deb upgraded to this one, back, and removed (needs root)',
    script: 'tests/soak/package.mjs'
  }
]
