/** @type {import('./mutate.mjs').Mutant[]} */
export const recordingMutants = [
  {
    name: 'what a recorder did not write is not sent to the next one',
    file: 'electron/engine/recording/client.ts',
    from: 'for (const chunk of chunks) this.#post(chunk)',
    to: 'void 0',
    tests: ['tests/unit/engine/recording', 'tests/integration/recording/recorder.test.ts']
  },
  {
    name: 'the log repeats what it already has',
    file: 'electron/engine/recording/recorder.ts',
    from: 'if (seq < log.next) continue',
    to: 'void 0',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'dropped items leave no gap in the numbers',
    file: 'electron/engine/recording/outbox.ts',
    from: 'this.#builder.skip(this.#droppedNow)',
    to: 'void 0',
    tests: ['tests/integration/recording/recorder.test.ts']
  },
  {
    name: 'what follows from a frame is recorded before it',
    file: 'electron/engine/recording/stream-recorder.ts',
    from: 'if (this.#isReading) this.#following.push(event)',
    to: 'if (false) this.#following.push(event)',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'the end of a session is not recorded',
    file: 'electron/engine/market/live/recording.ts',
    from: "recorder.event({ event: 'lost' })",
    to: 'void 0',
    tests: ['tests/integration/chaos']
  },
  {
    name: 'a torn member stays at the end of the log',
    file: 'electron/engine/recording/log/tail.ts',
    from: 'if (isTorn && last) await truncate(file, size)',
    to: 'if (isTorn && last) void size',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'a removed member goes unnoticed',
    file: 'electron/engine/recording/log/verify.ts',
    from: 'if (!follows || facts.firstSeq < this.#nextSeq)',
    to: 'if (facts.firstSeq < this.#nextSeq)',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'altered content goes unnoticed',
    file: 'electron/engine/recording/log/member.ts',
    from: 'return text.length === size && crc32(text) === sum ? text : null',
    to: 'return text',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'two processes write one log',
    file: 'electron/engine/recording/log/lock.ts',
    from: 'if (owner !== null) throw inUse(folder, owner)',
    to: 'void owner',
    tests: ['tests/integration/recording/headless.test.ts']
  },
  {
    name: 'the oldest segments stay beyond the budget',
    file: 'electron/engine/recording/retention.ts',
    from: 'if (!isOld && (!next || total <= budget.bytes)) break',
    to: 'if (!isOld) break',
    tests: ['tests/unit/engine/recording']
  }
]
