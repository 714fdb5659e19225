/** What the local sandbox can be told to do wrong, in the order in which it is offered. */
export const scenarioGroups = ['Stream', 'Handshake and tokens', 'REST', 'Downloads'] as const
type ScenarioGroup = (typeof scenarioGroups)[number]

export interface Scenario {
  readonly group: ScenarioGroup
  /** What a client of the service sees of it. */
  readonly sentence: string
  /** It can be aimed at one market; what cannot always holds for the whole service. */
  readonly byMarket: boolean
}

const stream = (sentence: string): Scenario => ({ group: 'Stream', sentence, byMarket: true })
const wholeStream = (sentence: string): Scenario => ({ group: 'Stream', sentence, byMarket: false })
const entrance = (sentence: string): Scenario => ({
  group: 'Handshake and tokens',
  sentence,
  byMarket: false
})
const rest = (sentence: string): Scenario => ({ group: 'REST', sentence, byMarket: false })
const download = (sentence: string): Scenario => ({ group: 'Downloads', sentence, byMarket: false })

export const scenarios = {
  'update-before-snapshot': stream(
    'After a subscription, updates arrive before the snapshot they belong to.'
  ),
  'duplicate-snapshot': stream('A second snapshot comes, right after the first or amid the updates.'),
  'crossed-book': stream('A bid that does not exist appears above the best ask.'),
  'late-executions': stream('Trades arrive late, a few at a time, the newest first.'),
  'zero-variants': stream(
    'A removed level is written 0.0 or 0.00000000, and other figures gain or lose zeros.'
  ),
  'time-digits': stream('Times have anything from no decimals to nine.'),
  'extra-fields': stream('Messages carry fields that nobody has heard of.'),
  'unknown-channel': stream('Messages come on channels that nobody asked for.'),
  'unknown-type': stream('Messages of unknown kinds come between the others.'),
  'malformed-json': stream('Some messages break off, or are no JSON at all.'),
  'binary-frame': stream('Some messages are bytes instead of text.'),
  'giant-frame': stream('One message of 32 MB comes, larger than any client should accept.'),
  burst: stream('Once a second, 5,000 messages come at once on top of the usual.'),
  silent: stream('The connection stays open, but nothing comes; what was missed follows at the end.'),
  'half-open': wholeStream('The other end plays dead: nothing comes, and no ping is answered.'),
  'slow-ack': wholeStream('Subscriptions are answered only after a wait.'),
  'error-shapes': wholeStream('Errors come in the forms of other servers, and one comes unasked.'),
  drop: stream('The connection is torn off, and so is each new one.'),
  'drop-mid-frame': stream('The connection ends in the middle of a message, and so does each new one.'),
  'close-1001': stream('The server closes each connection: it is going away (1001).'),
  'close-1006': stream('Each connection ends without a closing word (1006).'),
  'close-1011': stream('The server closes each connection: it met an error (1011).'),
  'close-1013': stream('The server closes each connection: try again later (1013).'),
  'handshake-401': entrance('New streams are refused: the token is not valid (401).'),
  'handshake-403': entrance(
    'New streams are refused: a scope is missing or the client is not allowed (403).'
  ),
  'token-revoked': entrance('Every token is withdrawn, streams end, and a new token is good for one call.'),
  'token-down': entrance('Requests for a token are cut off without an answer.'),
  'token-slow': entrance('Requests for a token are answered after 5 seconds.'),
  'token-429': entrance('Requests for a token are turned away as too many (429).'),
  'clock-skew': entrance('The clock of the service runs 5 minutes ahead.'),
  'rest-429': rest('Requests are turned away as too many (429), with the time to wait.'),
  'rest-500': rest('Requests fail with an internal error (500).'),
  'rest-slow': rest('Requests are answered after 5 seconds.'),
  'rest-truncated': rest('Answers end in the middle.'),
  'rest-html': rest('A web page comes in place of the answer (502).'),
  'wrong-content-type': rest('Answers call themselves plain text.'),
  'download-cut': download('Files end half-way, and the connection with them.'),
  'download-wrong-length': download('Files announce more bytes than they have, then end.'),
  'url-expired': download('The addresses of files have always expired (403).')
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as ScenarioName[]
