import { alertMutants } from './alerts.mjs'
import { recordingMutants } from './recording.mjs'

/** @type {import('./mutate.mjs').Mutant[]} each breaks what the title of a test names */
export const mutants = [
  {
    name: 'a second frame is sent while the first is on its way',
    file: 'electron/main/market/feed/feed-port.ts',
    from: 'return !this.#inFlight && !this.#closed',
    to: 'return !this.#closed',
    tests: ['tests/unit/main/market/feed']
  },
  {
    name: 'an acknowledgement of another frame counts',
    file: 'electron/main/market/feed/feed-port.ts',
    from: '!acknowledges(message, this.#sequence)',
    to: 'false',
    tests: ['tests/unit/main/market/feed']
  },
  {
    name: 'state that waits is not merged with newer state',
    file: 'electron/main/market/feed/feed-port.ts',
    from: 'this.#waiting = { ...this.#waiting, ...state }',
    to: 'this.#waiting ??= state',
    tests: ['tests/unit/main/market/feed']
  },
  {
    name: 'updates older than the snapshot are applied after it',
    file: 'electron/engine/market/followed-book.ts',
    from: 'if (this.isNewer(update)) this.apply(update)',
    to: 'if (update) this.apply(update)',
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'a silent book stays live',
    file: 'electron/engine/market/book-sync.ts',
    from: "this.#status.set(this.#silent ? 'stale' : 'live', reason)",
    to: "this.#status.set('live', reason)",
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'an unreadable message leaves the book live',
    file: 'electron/engine/market/book-sync.ts',
    from: "if (this.#phase === 'following') this.#doubt(marketText.book.unreadable)",
    to: '',
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'a clock set back is not noticed',
    file: 'electron/engine/market/followed-book.ts',
    from: 'return inTheRace ? null : marketText.book.clockSetBack',
    to: 'void inTheRace\n    return null',
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'a book that stays crossed is never flagged',
    file: 'electron/engine/market/crossing.ts',
    from: 'this.#since !== null && now - this.#since >= crossedDebounce',
    to: 'this.#since === Infinity && now > 0',
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'a short cross is flagged at once',
    file: 'electron/engine/market/crossing.ts',
    from: 'now - this.#since >= crossedDebounce',
    to: 'now >= this.#since',
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'resyncs are not limited',
    file: 'electron/engine/market/resync-budget.ts',
    from: 'if (now - this.#last < this.#spacing) return false',
    to: '',
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'a time with missing digits counts as exact',
    file: 'electron/engine/market/time-order.ts',
    from: "if (distance > 0) return distance < referenceGrain ? 'unclear' : 'after'",
    to: "if (distance > 0) return referenceGrain ? 'after' : 'unclear'",
    tests: ['tests/unit/engine/market']
  },
  {
    name: 'a quiet market is not probed',
    file: 'electron/engine/connection/stream/silence.ts',
    from: "if (stage === 'receiving' && this.#stage !== 'receiving') this.ports.probe()",
    to: '',
    tests: ['tests/unit/engine/connection/stream']
  },
  {
    name: 'a silent socket is never given up',
    file: 'electron/engine/connection/stream/silence.ts',
    from: "if (age >= max && stage === 'silent') return this.ports.over()",
    to: '',
    tests: ['tests/unit/engine/connection/stream']
  },
  {
    name: 'many requests ask for many tokens',
    file: 'electron/engine/connection/tokens/source.ts',
    from: 'const flight = (this.#flight ??= this.#start())',
    to: 'const flight = (this.#flight = this.#start())',
    tests: ['tests/unit/engine/connection/tokens']
  },
  {
    name: 'a token is used until its very end',
    file: 'electron/engine/connection/tokens/source.ts',
    from: 'life - Math.min(maxLead, life / 2)',
    to: 'life',
    tests: ['tests/unit/engine/connection/tokens']
  },
  {
    name: 'dropping an old token drops the new one',
    file: 'electron/engine/connection/tokens/source.ts',
    from: 'if (this.#held?.text === token) this.#hold(null)',
    to: 'if (token) this.#hold(null)',
    tests: ['tests/unit/engine/connection/tokens']
  },
  {
    name: 'token requests are not paced',
    file: 'electron/engine/connection/tokens/pace.ts',
    from: 'const spacing = 1100',
    to: 'const spacing = 0',
    tests: ['tests/unit/engine/connection/tokens']
  },
  {
    name: 'the wait that the service asks for is ignored',
    file: 'electron/engine/base/http/back-off.ts',
    from: 'const hold = milliseconds ?? own * (0.5 + this.random() / 2)',
    to: 'const hold = own * (0.5 + this.random() / 2) + 0 * Number(milliseconds)',
    tests: [
      'tests/unit/engine/base/http',
      'tests/unit/engine/connection/tokens',
      'tests/unit/engine/connection/rest'
    ]
  },
  {
    name: 'a refusal does not grow the wait',
    file: 'electron/engine/base/http/back-off.ts',
    from: 'this.#refusals += 1',
    to: '',
    tests: ['tests/unit/engine/base/http']
  },
  {
    name: 'a foreign frame may call main',
    file: 'electron/main/base/ipc/answer.ts',
    from: 'if (sender.windowId === null || !sender.topFrame || !sender.ownPage) {',
    to: 'if (sender.windowId === null) {',
    tests: ['tests/unit/main/base/ipc']
  },
  {
    name: 'a payload is not checked',
    file: 'electron/main/base/ipc/answer.ts',
    from: 'if (!checked?.success) {',
    to: 'if (!checked) {',
    tests: ['tests/unit/main/base/ipc']
  },
  {
    name: 'a link leads out of the shipped renderer',
    file: 'electron/main/base/protocol/confine.ts',
    from: 'if (!file.startsWith(home + path.sep)) return { status: 403 }',
    to: '',
    tests: ['tests/unit/main/base/protocol']
  },
  {
    name: 'a path is decoded twice',
    file: 'electron/main/base/protocol/confine.ts',
    from: 'return decodeURIComponent(segment)',
    to: 'return decodeURIComponent(decodeURIComponent(segment))',
    tests: ['tests/unit/main/base/protocol']
  },
  {
    name: 'a crossed book is not seen while its numbers are long',
    file: 'electron/shared/domain/market/book/book.ts',
    from: 'return bid !== null && ask !== null && bid >= ask',
    to: 'return bid !== null && ask !== null && bid > ask && bid < ask',
    tests: ['tests/unit/shared/domain/market/book', 'tests/unit/engine/market']
  },
  {
    name: 'a snapshot keeps the levels before it',
    file: 'electron/shared/domain/market/book/ladder.ts',
    from: 'this.#empty(layoutFor(keyAt, to - from))',
    to: '',
    tests: ['tests/unit/shared/domain/market/book']
  },
  {
    name: 'joined candles keep the close of the first',
    file: 'electron/shared/domain/market/candles/fold.ts',
    from: 'close: second.close,',
    to: 'close: first.close,',
    tests: ['tests/unit/shared/domain/market/candles']
  },
  {
    name: 'folded candles forget lower lows',
    file: 'electron/shared/domain/market/candles/fold.ts',
    from: 'if (data[base + field.low]! < folded[field.low]!) folded[field.low] = data[base + field.low]!',
    to: '',
    tests: ['tests/unit/shared/domain/market/candles']
  },
  {
    name: 'a file is written in place, not beside',
    file: 'electron/engine/base/files/write.ts',
    from: '    await rename(temporary, file)',
    to: '    await (await open(file, "w")).writeFile(content)',
    tests: ['tests/unit/engine/base/files']
  },
  {
    name: 'what was undone can be redone after a new change',
    file: 'electron/engine/workspace/history.ts',
    from: 'key, at }].slice(-maxSteps), future: [] }',
    to: 'key, at }].slice(-maxSteps), future: history?.future ?? [] }',
    tests: ['tests/unit/engine/workspace']
  },
  {
    name: 'undo brings back what panels showed',
    file: 'electron/engine/workspace/history.ts',
    from: 'now.panels[id] ?? panel',
    to: 'panel ?? now.panels[id]',
    tests: ['tests/unit/engine/workspace']
  },
  {
    name: 'the seal of a statement is not compared',
    file: 'electron/engine/records/statements/layout/sidecar.ts',
    from: "seal === sealOf(content) ? 'read' : 'altered'",
    to: "seal === sealOf(content) ? 'read' : 'read'",
    tests: ['tests/unit/engine/records/statements']
  },
  {
    name: 'a statement in the folder of another month is believed',
    file: 'electron/engine/records/statements/layout/belonging.ts',
    from: 'return own === key ? null : own',
    to: 'return own === key ? null : null',
    tests: ['tests/unit/engine/records/statements/belonging']
  },
  {
    name: 'a device name of Windows is a file name',
    file: 'electron/engine/records/statements/layout/names.ts',
    from: 'if (plain.test(text) && !devices.test(text)) return text',
    to: 'if (plain.test(text)) return text',
    tests: ['tests/unit/engine/records/statements/names']
  },
  {
    name: 'a download address stays in a record',
    file: 'electron/engine/records/statements/layout/hiding.ts',
    from: "  if (without.includes('://')) return hidden\n",
    to: '',
    tests: ['tests/unit/engine/records/statements/hiding']
  },
  {
    name: 'a flood of frames is read without a pause',
    file: 'electron/engine/connection/stream/frame-queue.ts',
    from: 'return this.#now() - this.#began >= maxStretch',
    to: 'return false',
    tests: ['tests/unit/engine/connection/stream/frame-queue.test.ts']
  },
  {
    name: 'a copy of a damaged file replaces another one',
    file: 'electron/engine/base/files/old-copies.ts',
    from: 'names.has(free)',
    to: 'false',
    tests: ['tests/unit/engine/base/files/files.test.ts']
  },
  {
    name: 'a secret is looked for at every escape',
    file: 'electron/engine/base/log/known.ts',
    from: 'const maxKeyLength = 24',
    to: 'const maxKeyLength = 4',
    tests: ['tests/unit/engine/base/log/redact-growth.test.ts']
  },
  ...alertMutants,
  ...recordingMutants
]
