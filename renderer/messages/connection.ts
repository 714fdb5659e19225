import type { WritingScope } from '#shared/domain/connection/writing-scopes'
import { choose, count } from '#shared/messages/language'

export const connectionsText = choose({
  en: {
    unnamed: 'New connection',
    form: {
      mistakes: (fields: number) => `${count(fields, 'field')} to correct.`,
      builtIn: 'Built in',
      builtInAbout:
        'The whole service runs inside Leadline on this computer, with its own simulated market. It needs no account and no secret, so there is nothing to fill in.',
      profile: 'Connection',
      environment: 'Environment',
      production:
        'Production is the real service, with real balances. Every window then shows a red line and the word PRODUCTION.',
      endpoints: 'Endpoints',
      endpointsAbout: 'https and wss only, unless the host is this computer.',
      endpointPlaceholder: 'Provided by the sandbox',
      credentials: 'Credentials',
      clientIdPlaceholder: 'Provided by the sandbox'
    },
    share: {
      title: 'Share with the desk',
      about:
        'Other computers of your desk can follow the market data of this connection through a NATS server, without an API client. Nothing else is shared. Your contract with the platform decides whether that is allowed.',
      start: 'Share with the desk…',
      stop: 'Stop sharing',
      with: (servers: string) => `Shared through ${servers} while this connection is in use.`,
      states: {
        connecting: 'Connecting to the server of the desk.',
        waiting: 'Waiting for market data.',
        standby: 'Standing by: another collector leads.',
        leading: 'Leading: the desk follows this computer.',
        ended: 'No longer shared.'
      }
    },
    feed: {
      kind: 'Kind',
      platform: 'Platform',
      feed: 'Desk feed',
      title: 'Desk feed',
      about:
        'Market data comes from a collector of your desk, through a NATS server. Addresses, conversions and statements need a connection to the platform.',
      openSeatFile: 'Open seat file…',
      serversHint: 'tls:// only, unless the server is this computer. Separate several by commas.',
      digestHint: 'As in the seat file and in the folder of the collector’s recordings.',
      authority: 'Certificate authority',
      ownAuthority: 'From a file, for this connection alone',
      chooseAuthority: 'Choose certificate…',
      useUsual: 'Use those of this computer',
      chooseKeyFile: 'Choose credentials file…',
      keyOfFile: (name: string) => `The key in ${name} is used once you save or connect.`,
      dropKeyFile: 'Do not use',
      usualAuthorities: 'Those of this computer',
      key: 'Seat key',
      keyNone: 'No key saved. A server of this computer may need none.',
      keyKeychain:
        'Saved in the keychain of this computer and never shown. Enter another NKey seed to replace it.',
      keySessionOnly: 'Keep the key for this session only',
      keySession: 'Kept in memory until you quit and never shown. Enter another NKey seed to replace it.',
      keepsForSession: (reason: string) => `The key is kept until you quit. ${reason}`
    },
    features: {
      title: 'Features',
      about:
        'Each feature requests one read-only scope; a feature that is off requests none. Leadline never connects with write access.'
    },
    title: 'Connections',
    about: 'The services that Leadline reads from. Access is always read-only.',
    add: 'Add',
    discard: {
      title: 'Discard your changes?',
      action: 'Discard',
      cancel: 'Keep editing',
      question: (name: string) => `Your changes to “${name}” are not saved.`
    },
    actions: {
      title: 'Actions',
      save: 'Save',
      test: 'Test',
      connect: 'Connect',
      duplicate: 'Duplicate',
      delete: 'Delete'
    },
    deletion: {
      title: (name: string) => `Delete “${name}”?`,
      question:
        'Its endpoints and client ID are removed from this computer. This cannot be undone. Nothing changes at the service.',
      questionWithSecret:
        'Its endpoints, client ID and secret are removed from this computer. This cannot be undone. Nothing changes at the service.',
      done: (name: string) => `Deleted “${name}”.`
    },
    unsaved: 'unsaved',
    secret: {
      notNeeded: 'Not needed',
      none: 'No secret saved.',
      keychain: 'Saved in the keychain of this computer and never shown. Type to replace it.',
      session: 'Kept in memory until you quit and never shown. Type to replace it.',
      sessionOnly: 'Keep the secret for this session only',
      sessionOnlyAbout: 'In memory only; you enter it again after a restart.',
      notSaved: 'Saved, but without the secret',
      keepForSession: 'Keep for this session'
    },
    keychain: {
      absent: 'No keychain',
      locked: 'The keychain is locked',
      unanswering: 'The keychain is not responding',
      check: 'Check again'
    },
    end: {
      connecting: 'Stop',
      connected: 'Disconnect',
      dismiss: 'Dismiss'
    },
    since: (time: string) => `Since ${time}`,
    tryNow: 'Try now',
    test: {
      failed: 'The test failed',
      excessive: 'It works, but grants more than read access',
      missing: 'It works, but some scopes are missing',
      works: 'It works',
      running: 'Contacting the token host…',
      runningFeed: 'Contacting the server of the desk feed…',
      timingFeed: (delay: string) => `after ${delay}`,
      title: 'Test result',
      timing: (delay: string, lifetime: string) => `${delay} · token valid for ${lifetime}`,
      close: 'Close the result',
      request: (id: string) => `Request ID ${id}`,
      excessiveWarning:
        'Leadline does not use scopes that it did not request, but anyone with this secret could. Ask the service for read-only credentials.',
      scopeGranted: 'granted',
      scopeExcessive: 'not requested',
      scopeMissing: 'missing',
      warning: 'Warning.'
    },
    environments: {
      local: 'Local',
      sandbox: 'Sandbox',
      production: 'Production'
    },
    saved: (name: string) => `Saved “${name}”.`,
    fields: {
      name: 'Name',
      restBase: 'REST base URL',
      tokenHost: 'Token host',
      streamAddress: 'Stream URL',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
      servers: 'Servers',
      digest: 'Feed'
    }
  }
})

export const writeAccessText = choose({
  en: {
    title: 'Write access',
    about:
      'Leadline only reads, but anyone with the client ID and secret could ask for more. Find out whether the service would grant it.',
    check: 'Check write access…',
    saveFirst: 'Save the connection to check it.',
    noSecret: 'Enter and save the client secret to check it.',
    never: 'Never checked.',
    checkedAt: (time: string) => `Checked ${time}`,
    progress: (done: number, total: number) => `${done} of ${count(total, 'scope')}`,
    stop: 'Stop',
    can: (scopes: number) => `Can write: ${count(scopes, 'scope was', 'scopes were')} granted.`,
    cannot: (scopes: number) => `Could not write: all ${count(scopes, 'scope')} were refused.`,
    refused: (scopes: number) => `${count(scopes, 'scope was', 'scopes were')} refused.`,
    unclear: (scopes: number) => `Unclear for ${count(scopes, 'scope')}.`,
    question: 'Check what this client can write?',
    explanation: [
      'Leadline asks the token host for each scope that can change something, such as placing an order or withdrawing an asset: one at a time, one a second, for about 20 seconds. The check makes no other requests.',
      'A refusal is the good answer. A token that arrives is dropped unread and never used.',
      'The service may record these requests and ask you about them.'
    ],
    start: 'Check',
    purposes: {
      'conversion:write_conversion_stablecoin': 'Create or cancel stablecoin conversions',
      'exchange:write_order': 'Create or cancel orders',
      'exchange:write_quote_execution': 'Execute quotes',
      'fee:write_crypto_withdrawal_fee': 'Create guaranteed withdrawal fees',
      'funding:write_profile': 'Create profiles',
      'identity:write_account': 'Create or change accounts and their members',
      'identity:write_identity': 'Create or change identities',
      'settlement:write_transaction': 'Create, affirm or cancel settlements',
      'tax:write_tax_lot': 'Change tax lots',
      'transfer:reject_crypto_deposit': 'Reject deposits',
      'transfer:update_crypto_deposit': 'Provide travel-rule details of deposits',
      'transfer:write_crypto_withdrawal': 'Withdraw assets to an address',
      'transfer:write_deposit_address': 'Create deposit addresses',
      'transfer:write_fiat_account': 'Create, change or delete fiat accounts',
      'transfer:write_fiat_deposit_instructions': 'Create, change or delete fiat deposit instructions',
      'transfer:write_fiat_withdrawal': 'Withdraw fiat money',
      'transfer:write_internal_transfer': 'Transfer between two profiles',
      'transfer:write_sandbox_fiat_deposit': 'Create test deposits in the sandbox'
    } satisfies Record<WritingScope, string>
  }
})
