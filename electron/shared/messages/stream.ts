import { choose, count, number } from './language'

export const closeText = choose({
  en: {
    normal: 'The service closed the connection normally.',
    goingAway: 'The service is going away, for example for a restart.',
    protocol: 'The connection was closed because of a WebSocket protocol error.',
    unacceptable: 'The service does not accept this type of data.',
    noReason: 'The service closed the connection without giving a reason.',
    lost: 'The connection closed without a close frame.',
    badText: 'The connection was closed because a message was not valid text.',
    policy: 'The service closed the connection because of its policy.',
    tooLarge: 'The connection was closed because a message was too large.',
    extension: 'The service requires a WebSocket extension that Leadline does not use.',
    serverError: 'The service had an internal error.',
    restart: 'The service is restarting.',
    tryLater: 'The service is too busy and asks to try again later.',
    gateway: 'A gateway in front of the service did not get an answer.',
    tls: 'The secure connection could not be established.',
    private: (code: number) => `The service closed the connection for its own reason (code ${code}).`,
    unknown: (code: number) => `The connection closed with the unknown code ${code}.`
  }
})

export const streamText = choose({
  en: {
    dead: 'The service stopped answering: two pings were lost.',
    silent: 'The connection was open, but no data arrived.',
    slept: 'The computer was asleep.',
    messageFailed: 'A message failed; reconnecting.',
    unauthorized: (host: string) => `${host} does not accept the access token for market data.`,
    missingScope: (host: string, scope: string) =>
      `${host} refuses market data: the client ID lacks the scope ${scope}.`,
    forbidden: (host: string) => `${host} does not allow this client ID to read market data.`,
    limited: (host: string) => `${host} asks for fewer connections.`,
    redirect: (host: string) =>
      `${host} redirected to another URL. Leadline does not follow, so that the token is not sent elsewhere.`,
    notFound: (host: string) => `${host} has no market data stream at this URL. Check the stream URL.`,
    notOpened: (host: string, status: number) =>
      `${host} did not open the market data stream (status ${status}).`,
    notUnsubscribed: (market: string) => `The service could not end the subscription to ${market}.`,
    notResubscribed: (market: string) => `The service does not accept a new subscription to ${market}.`,
    resubscribeTimeout: (market: string) => `The service did not resubscribe ${market} in time.`,
    noAnswer: 'The service stopped answering requests.',
    tokenTimeout: 'No access token was available in time.',
    notWss: 'The stream URL of this connection does not begin with wss://.'
  }
})

export const sessionText = choose({
  en: {
    badges: {
      unconnected: 'Not connected',
      'markets-off': 'Connected',
      authorizing: 'Getting token',
      connecting: 'Connecting',
      waking: 'Reconnecting',
      open: 'Connected',
      subscribing: 'Subscribing',
      live: 'Live',
      'clock-off': 'Live',
      'token-late': 'Live, no new token',
      silent: 'Silent',
      offline: 'No network',
      waiting: 'Disconnected',
      limited: 'Rate limited',
      unauthorized: 'Unauthorized',
      'missing-scope': 'Scope missing',
      'not-allowed': 'Not allowed',
      refused: 'Refused',
      failed: 'Failed',
      untrusted: 'Not secure',
      locked: 'Keychain',
      'secret-needed': 'Secret needed',
      'feed-lost': 'No feed',
      'feed-refused': 'Seat refused',
      'no-collector': 'No collector',
      'feed-rebuilding': 'Rebuilding',
      'feed-late': 'Behind',
      'platform-silent': 'No data'
    },
    nextSteps: {
      retrying: 'Leadline retries automatically.',
      choose: 'Choose a connection.',
      turnOnMarkets: 'Turn on market data in the connection.',
      addMarket: 'Add a market.',
      checkClock: 'Check the clock of this computer.',
      reconnecting: 'Leadline reconnects if this lasts.',
      awaitNetwork: 'Leadline reconnects when the network is back.',
      waiting: 'Leadline waits for as long as the service asks.',
      checkClient: 'Check the client ID and the client secret.',
      grantScope: (scope: string) => `Ask the service to grant ${scope} to this client ID.`,
      allowClient: 'Ask the service to put this client ID on its allow list for market data.',
      checkAddresses: 'Check the URLs of the connection.',
      checkConnection: 'Check the connection.',
      checkTrust: 'Check the URL, the clock of this computer and its trusted authorities.',
      unlockKeychain: 'Unlock the keychain, then try again.',
      enterSecret: 'Enter the client secret in the connection.',
      newSeatFile: 'Ask the desk’s administrator for a new seat file.',
      checkCollector: 'The desk’s administrator should check its collectors.',
      fetching: 'Leadline fetches what is missing.',
      checkComputer: 'Check what keeps this computer or its network busy.',
      collectorReconnects: 'The collector reconnects automatically.'
    },
    sentences: {
      marketsOff: 'Connected. Market data is turned off in this connection.',
      clockOff: 'Market data is live, but the clock of the service and the clock of this computer differ.',
      tokenLate: (reason: string | undefined) =>
        `Market data is live, but a new access token is not available.${reason ? ` ${reason}` : ''}`,
      gettingToken: 'Getting an access token.',
      connectingTo: (host: string) => `Connecting to ${host}.`,
      notConnected: 'Not connected.',
      silent: 'The connection is open, but no data is arriving.',
      waiting: 'Waiting to retry.',
      refused: 'The service refused the connection.',
      noMarket: 'Connected. No market is subscribed.',
      subscribed: (markets: number) =>
        `Connected and subscribed to ${count(markets, 'market', 'markets', markets === 1 ? 'one' : number(markets))}.`,
      subscribing: (confirmed: number, wanted: number, markets: number) =>
        `Connected. The service has confirmed ${number(confirmed)} of ${number(wanted)} subscriptions to ${count(markets, 'market', 'markets', markets === 1 ? 'one' : number(markets))}.`
    }
  }
})
