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
    from: 'const follows = this.#last.equals(facts.previous)',
    to: 'const follows = this.#last.length > 0',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'altered content goes unnoticed',
    file: 'electron/engine/recording/log/member.ts',
    from: 'return text.length === sizeOf(member) && crc32(text) === sum ? text : null',
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
    from: 'if (!isOld && (!next || limited <= budget.bytes)) break',
    to: 'if (!isOld) break',
    tests: ['tests/unit/engine/recording']
  },
  {
    name: 'a keyframe of another log is used',
    file: 'electron/engine/recording/keyframes/keyframe.ts',
    from: 'facts !== null && facts.firstSeq > seq && facts.previous.equals(digest)',
    to: 'facts !== null',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a damaged member of the log leaves no gap in a replay',
    file: 'electron/engine/recording/replay/log-cursor.ts',
    from: 'return isMissing ? [gapBefore(first, first.seq - nextSeq), ...items] : items',
    to: 'return items',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a market claims to know of trades that were not read',
    file: 'electron/engine/recording/replay/recording-reader.ts',
    from: 'past.limited(keyframe.state)',
    to: 'keyframe.state',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'candles of a segment join those of any other',
    file: 'electron/engine/recording/history/read-past.ts',
    from: 'if (!found || !leadsUp(found)) break',
    to: 'if (!found) break',
    tests: ['tests/unit/engine/recording/history']
  },
  {
    name: 'trades are read over a hole in their files',
    file: 'electron/engine/recording/keyframes/history.ts',
    from: 'if (isEnough || part.facts.lastSeq !== last) break',
    to: 'if (isEnough) break',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a recorder that starts again writes trades twice',
    file: 'electron/engine/recording/keyframes/keyframe-writer.ts',
    from: 'for (const { tape } of series) this.#tap.skip(tape)',
    to: 'void series',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a recorder that starts again does not know the last trades',
    file: 'electron/engine/recording/keyframes/resume.ts',
    from: 'hub.restore(keyframe.state, history.seriesOf)',
    to: 'hub.restore(keyframe.state)',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'keyframes begin where the markets are not known',
    file: 'electron/engine/recording/keyframes/keyframe-writer.ts',
    from: 'if (!this.#last && !items.some(beginsKnown)) {',
    to: 'if (items.length === 0) {',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a seek applies what arrived later',
    file: 'electron/engine/recording/replay/position.ts',
    from: '(item) => compareTimes(item, at) <= 0',
    to: '() => true',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a failure beside the log stops the recording',
    file: 'electron/engine/recording/keyframes/follower.ts',
    from: 'this.#rest = restAfterFailure',
    to: "throw new Error('failed')",
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'the limits do not count what lies beside a segment',
    file: 'electron/engine/recording/retention.ts',
    from: 'size + (await sizeOfDerived(file))',
    to: 'size',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a quiet market is a gap',
    file: 'electron/engine/recording/replay/segment-summary.ts',
    from: "return first?.kind === 'e' && readEvent(first.content)?.event === 'clock'",
    to: 'return first !== undefined',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'trades that are not in a file are not found',
    file: 'electron/engine/recording/replay/recorded-trades.ts',
    from: 'if (next <= items.lastSeq) parts.push',
    to: 'if (next < 0) parts.push',
    tests: ['tests/unit/engine/recording/replay']
  },
  {
    name: 'a market that was released is removed at once',
    file: 'electron/engine/recording/replay/recorded-hub.ts',
    from: '    this.#ended.set(market, release)\n',
    to: '    release()\n',
    tests: ['tests/unit/engine/recording/recorded-hub.test.ts']
  },
  {
    name: 'a market that was released is never removed',
    file: 'electron/engine/recording/replay/recorded-hub.ts',
    from: "if (isMessage(item) || event?.event === 'held' || event?.event === 'opened') this.#removeEnded()",
    to: 'void this.#removeEnded',
    tests: ['tests/unit/engine/recording/recorded-hub.test.ts']
  },
  {
    name: 'a cancelled export leaves what it has written',
    file: 'electron/engine/recording/export/export-days.ts',
    from: 'await exporting.discard().catch(() => {})',
    to: 'void 0',
    tests: ['tests/unit/engine/recording/transfer']
  },
  {
    name: 'an export of rows begins with what was not chosen',
    file: 'electron/engine/recording/export/export-rows.ts',
    from: 'if (item.seq < first || at < options.from) rows.skip(item)',
    to: 'if (at < options.from) rows.skip(item)',
    tests: ['tests/unit/engine/recording/transfer']
  },
  {
    name: 'a damaged segment is imported',
    file: 'electron/engine/recording/import/import-segment.ts',
    from: "if (damage.length > 0 || !isSame) return 'damaged'",
    to: 'void isSame',
    tests: ['tests/unit/engine/recording/transfer']
  },
  {
    name: 'imported days are not pinned',
    file: 'electron/engine/recording/import/import-recordings.ts',
    from: 'if (!result.has(log, day)) await changePins(log, [day], true)',
    to: 'void changePins',
    tests: ['tests/unit/engine/recording/transfer']
  },
  {
    name: 'recordings of two computers are mixed',
    file: 'electron/engine/recording/import/homes.ts',
    from: 'if (one && other && !follows(one, other)) return false',
    to: 'void other',
    tests: ['tests/unit/engine/recording/transfer']
  },
  {
    name: 'evidence has what looks like a secret',
    file: 'electron/engine/recording/evidence/market-lines.ts',
    from: 'message?.market === market && redact(text)',
    to: 'message?.market === market && text',
    tests: ['tests/unit/engine/recording/evidence/canaries.test.ts']
  },
  {
    name: 'evidence lacks updates that waited for their snapshot',
    file: 'electron/engine/recording/evidence/market-trace.ts',
    from: "before.phase === 'waiting' ? before.buffer.updates.length : 0",
    to: '0',
    tests: ['tests/unit/engine/recording/evidence/collect.test.ts']
  },
  {
    name: 'a time stamp of another request is accepted',
    file: 'electron/engine/recording/evidence/timestamp.ts',
    from: 'nonce === undefined || stamp.nonce?.equals(nonce) === true',
    to: 'true',
    tests: ['tests/unit/engine/recording/evidence/stamping.test.ts']
  },
  {
    name: 'a segment is deleted before it is sealed',
    file: 'electron/engine/recording/retention.ts',
    from: 'if (isUnsealed && !isLow) break',
    to: 'void isLow',
    tests: ['tests/unit/engine/recording/parquet']
  },
  {
    name: 'Parquet files of pinned days are deleted',
    file: 'electron/engine/recording/parquet/retention.ts',
    from: 'files.length > 0 && !isPinned(pins, timeOf(part))',
    to: 'files.length > 0 || isPinned(pins, timeOf(part))',
    tests: ['tests/unit/engine/recording/parquet']
  },
  {
    name: 'a book that is stale at a second has depth',
    file: 'electron/engine/recording/parquet/item-rows.ts',
    from: 'this.#hub.advanceTo(logTimeOf(at))',
    to: 'void logTimeOf(at)',
    tests: ['tests/unit/engine/recording/parquet']
  },
  {
    name: 'what is recorded during a move is not moved',
    file: 'electron/engine/recording/move/move-recordings.ts',
    from: 'if (!(await copy(to, true))) return',
    to: 'void copy',
    tests: ['tests/integration/recording/move.test.ts']
  },
  {
    name: 'a drive that is away is recorded to',
    file: 'electron/engine/recording/recorder.ts',
    from: 'await needRoot(root, isMoved)',
    to: 'void [needRoot, root, isMoved]',
    tests: ['tests/integration/recording/move.test.ts']
  },
  {
    name: 'damaged places of an export are not counted',
    file: 'electron/engine/recording/replay/item-reader.ts',
    from: 'if (items) return items\n      }\n      this.#damaged += 1',
    to: 'if (items) return items\n      }',
    tests: ['tests/unit/engine/recording/transfer']
  }
]
