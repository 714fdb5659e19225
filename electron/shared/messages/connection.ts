import { choose } from './language'

export const connectionText = choose({
  en: {
    scenarioGroups: {
      stream: 'Stream',
      access: 'Handshake and tokens',
      rest: 'REST',
      downloads: 'Downloads'
    },
    /** By effect: `market` affects the stream of all markets or one. */
    scenarios: {
      market: {
        'update-before-snapshot': 'After a subscription, updates arrive before their snapshot.',
        'duplicate-snapshot': 'A second snapshot arrives, right after the first or between updates.',
        'crossed-book': 'A bid that does not exist appears above the best ask.',
        'late-executions': 'Trades arrive late, a few at a time, newest first.',
        'lagging-executions': 'Each trade arrives 20 updates after the update that it belongs to.',
        'zero-variants':
          'A removed level is written 0.0 or 0.00000000, and other numbers gain or lose trailing zeros.',
        'time-digits': 'Times have between zero and nine decimals.',
        'extra-fields': 'Messages contain fields that are not documented.',
        'unknown-channel': 'Messages arrive on channels that were not subscribed.',
        'unknown-type': 'Messages of unknown types arrive between the others.',
        'malformed-json': 'Some messages are cut short or are not JSON.',
        'binary-frame': 'Some messages are binary instead of text.',
        'giant-frame': 'One message of 32 MB arrives, larger than any client should accept.',
        burst: 'Once a second, 5,000 messages arrive at once in addition to the usual ones.',
        silent: 'The connection stays open but nothing arrives; missed messages follow at the end.',
        drop: 'The connection is reset, and so is each new one.',
        'drop-mid-frame': 'The connection ends in the middle of a message, and so does each new one.',
        'close-1001': 'The server closes each connection with “going away” (1001).',
        'close-1006': 'Each connection ends without a close frame (1006).',
        'close-1011': 'The server closes each connection with “internal error” (1011).',
        'close-1013': 'The server closes each connection with “try again later” (1013).'
      },
      stream: {
        'half-open': 'The server stops responding: nothing arrives, and pings are not answered.',
        'slow-ack': 'Subscriptions are confirmed after a delay.',
        'error-shapes': 'Errors arrive in the formats of other servers, and one arrives unrequested.'
      },
      access: {
        'handshake-401': 'New streams are refused: the token is not valid (401).',
        'handshake-403': 'New streams are refused: a scope is missing or the client is not allowed (403).',
        'token-revoked': 'All tokens are revoked, streams end, and each new token is valid for one call.',
        'token-down': 'Token requests are cut off without a response.',
        'token-slow': 'Token requests are answered after 5 seconds.',
        'token-429': 'Token requests are rejected as too many (429).',
        'clock-skew': 'The clock of the service runs 5 minutes ahead.'
      },
      rest: {
        'rest-429': 'Requests are rejected as too many (429), with a time to wait.',
        'rest-500': 'Requests fail with an internal error (500).',
        'rest-slow': 'Requests are answered after 5 seconds.',
        'rest-truncated': 'Responses end in the middle.',
        'rest-html': 'A web page is returned instead of the response (502).',
        'wrong-content-type': 'Responses are labelled as plain text.'
      },
      downloads: {
        'download-cut': 'Files end halfway, and so does the connection.',
        'download-wrong-length': 'Files announce more bytes than they have, then end.',
        'url-expired': 'Download links have always expired (403).'
      }
    }
  }
})

export const streamCountsText = choose({
  en: {
    groups: { read: 'Frames read', kept: 'Books kept', fed: 'Windows fed' },
    counts: {
      fast: {
        title: 'Fast path',
        sentence: 'Frames in the known form, read byte by byte without building objects.'
      },
      fallback: {
        title: 'Fallback',
        sentence: 'Frames in another form, parsed as JSON: slower but equally correct.'
      },
      exact: {
        title: 'Long decimals',
        sentence: 'Messages with numbers beyond 15 digits, kept exact on the slower path.'
      },
      control: {
        title: 'Control messages',
        sentence: 'Subscription acknowledgements, channel lists and errors.'
      },
      unknownChannel: {
        title: 'Unknown channels',
        sentence: 'Messages on unknown channels, ignored.'
      },
      unknownType: {
        title: 'Unknown messages',
        sentence: 'Messages of unknown types, ignored.'
      },
      unknownBookType: {
        title: 'Unknown book messages',
        sentence: 'Book messages that were neither a snapshot nor an update, ignored.'
      },
      malformed: {
        title: 'Malformed',
        sentence: 'Frames that are truncated, are not JSON, or lack a required field.'
      },
      binary: {
        title: 'Binary',
        sentence: 'Binary frames where the service sends text, read as text.'
      },
      unregistered: {
        title: 'Not watched',
        sentence: 'Messages for markets that are not subscribed, ignored.'
      },
      buffered: {
        title: 'Waiting for snapshot',
        sentence: 'Updates that arrived before their snapshot and waited for it.'
      },
      olderThanSnapshot: {
        title: 'Already in snapshot',
        sentence: 'Waiting updates that their snapshot already contained, skipped.'
      },
      afterClosing: {
        title: 'After unsubscribe',
        sentence: 'Messages of a subscription that was ending, skipped.'
      },
      withoutSnapshot: {
        title: 'No snapshot',
        sentence: 'Updates with no book to apply to; a snapshot was requested.'
      },
      unclearTimes: {
        title: 'Unclear times',
        sentence: 'Updates whose timestamp does not show whether the snapshot contains them.'
      },
      unheld: {
        title: 'No book',
        sentence: 'Messages for markets without a book, ignored.'
      },
      crossed: {
        title: 'Crossed books',
        sentence: 'Times that the best bid stayed at or above the best ask.'
      },
      garbled: {
        title: 'Garbled',
        sentence: 'Frames for a watched market that could not be read; its book is rebuilt.'
      },
      resyncs: {
        title: 'Resyncs',
        sentence: 'Books that were resubscribed to rebuild them.'
      },
      resyncsPutOff: {
        title: 'Resyncs delayed',
        sentence: 'Resyncs that were delayed by the rate limit.'
      },
      streamErrors: {
        title: 'Stream errors',
        sentence: 'Errors sent by the service; the timeline lists their codes.'
      },
      framesSent: {
        title: 'Frames sent',
        sentence: 'Market frames sent to windows, one at a time each.'
      },
      levelsMerged: {
        title: 'Changes merged',
        sentence: 'Changes replaced by newer ones before a window was ready for them.'
      },
      tradesSkipped: {
        title: 'Trades not shown',
        sentence: 'Trades skipped by the tape of a busy window; the record has all of them.'
      },
      acknowledgementsIgnored: {
        title: 'Ignored acknowledgements',
        sentence: 'Window acknowledgements that belonged to no frame, ignored.'
      }
    }
  }
})

export const featuresText = choose({
  en: {
    markets: 'Markets',
    addresses: 'Deposit addresses',
    conversions: 'Conversions',
    statements: 'Statements'
  }
})
