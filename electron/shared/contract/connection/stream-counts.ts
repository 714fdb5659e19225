export const countGroups = ['Frames read', 'Books kept', 'Windows fed'] as const
type CountGroup = (typeof countGroups)[number]

/** `usual` is the plain way; `fine` needs no concern; `mind` means that something was not as it should be. */
type CountWeight = 'usual' | 'fine' | 'mind'

interface CountMeaning {
  readonly group: CountGroup
  readonly weight: CountWeight
  readonly title: string
  /** What was counted, and what became of it. */
  readonly sentence: string
}

const read = (weight: CountWeight, title: string, sentence: string): CountMeaning => ({
  group: 'Frames read',
  weight,
  title,
  sentence
})
const kept = (weight: CountWeight, title: string, sentence: string): CountMeaning => ({
  group: 'Books kept',
  weight,
  title,
  sentence
})
const fed = (weight: CountWeight, title: string, sentence: string): CountMeaning => ({
  group: 'Windows fed',
  weight,
  title,
  sentence
})

/** Everything that is read in another way than the plain one, put off, left out or not understood. */
export const streamCounts = {
  fast: read('usual', 'Fast path', 'Frames in the known form, read byte by byte without building objects.'),
  fallback: read('fine', 'Fallback', 'Frames in another form, read as JSON: slower, and just as right.'),
  exact: read(
    'fine',
    'Long decimals',
    'Messages with figures beyond 15 digits, kept exact in the slower way.'
  ),
  control: read('usual', 'Control messages', 'Answers to subscriptions, lists of channels and errors.'),
  unknownChannel: read('mind', 'Unknown channels', 'Messages on channels that nobody has heard of, ignored.'),
  unknownType: read('mind', 'Unknown messages', 'Messages of kinds that nobody has heard of, ignored.'),
  unknownBookType: read(
    'mind',
    'Unknown book messages',
    'Book messages that were neither a snapshot nor an update; what they meant is not known.'
  ),
  malformed: read('mind', 'Malformed', 'Frames that break off, are no JSON, or lack a field that is needed.'),
  binary: read('mind', 'Binary', 'Frames of bytes where the service sends text, read as if they were text.'),
  unregistered: read('fine', 'Not watched', 'Messages of markets that nothing here has asked for, ignored.'),
  buffered: kept(
    'usual',
    'Held for the snapshot',
    'Updates that came before their snapshot and waited for it.'
  ),
  olderThanSnapshot: kept(
    'usual',
    'In the snapshot already',
    'Waiting updates that their snapshot held, left out.'
  ),
  afterClosing: kept(
    'fine',
    'After the end',
    'Messages of a subscription that was being given up, left out.'
  ),
  withoutSnapshot: kept(
    'mind',
    'Without a snapshot',
    'Updates with no book to apply them to; a snapshot was asked for.'
  ),
  unclearTimes: kept(
    'fine',
    'Unclear times',
    'Updates whose time does not tell whether the snapshot held them.'
  ),
  unheld: kept('fine', 'Of no market', 'Market messages for which no book is kept (any more), ignored.'),
  crossed: kept('mind', 'Crossed books', 'Times that a best bid stayed at or above the best ask.'),
  garbled: kept(
    'mind',
    'Garbled',
    'Frames of a watched market that were not understood; its book is rebuilt.'
  ),
  resyncs: kept('mind', 'Resyncs', 'Books that were unsubscribed and subscribed anew, to be rebuilt.'),
  resyncsPutOff: kept(
    'mind',
    'Resyncs put off',
    'Resyncs that had to wait: the service allows only so many.'
  ),
  streamErrors: kept(
    'mind',
    'Stream errors',
    'Error codes of the service, known and unknown; the timeline names them.'
  ),
  framesSent: fed(
    'usual',
    'Frames sent',
    'Views of the market that were sent to windows, one at a time each.'
  ),
  levelsMerged: fed(
    'usual',
    'Changes merged',
    'Changes that a newer one replaced before a window was ready for them.'
  ),
  tradesSkipped: fed(
    'fine',
    'Trades not shown',
    'Trades that a busy window’s tape left out; the record has all of them.'
  ),
  acknowledgementsIgnored: fed(
    'mind',
    'Ignored answers',
    'Answers of windows that belonged to no frame, ignored.'
  )
} as const satisfies Record<string, CountMeaning>

export type CountName = keyof typeof streamCounts
export const countNames = Object.keys(streamCounts) as CountName[]
/** Since the start of the app. */
export type StreamCounts = Readonly<Record<CountName, number>>
