import { choose, count, number } from './language'

export const connectionsText = choose({
  en: {
    notConnected: 'Not connected.',
    connectingTo: (name: string) => `Connecting to ${name}.`,
    connectedTo: (name: string, remark: string | null) =>
      remark === null ? `Connected to ${name}.` : `Connected to ${name}. ${remark}`,
    changed: (name: string) => `${name} was changed. Connect again to use the changes.`,
    duplicated: (name: string) =>
      `${name} was created without the client secret. Enter the secret before you connect.`,
    copyName: (copy: number) => (copy === 1 ? ' copy' : ` copy ${number(copy)}`),
    deletedInUse: 'The connection in use was deleted.',
    deletedLater:
      'The keychain is not responding. The secret will be deleted when the keychain is available.',
    following: (name: string) => `Market data comes from the desk feed of ${name}.`,
    onlyMarkets: (name: string) =>
      `“${name}” is a desk feed, which has market data only. Choose a connection to the platform for records.`,
    gone: 'This connection no longer exists.',
    invalid: (name: string, reason: string) => `“${name}” cannot be used, so nothing was sent. ${reason}`,
    none: 'There is no connection. Choose one in Connections.',
    settingUp: 'The connection is being set up.',
    switchedOff: (feature: string, name: string) =>
      `“${feature}” is turned off in the connection “${name}”. You can turn it on in Connections.`,
    secret: {
      missing: (name: string) => `${name} has no client secret yet. Enter it and save.`,
      missingForTest: 'The client secret is missing. Enter it to test the connection.',
      enterAgain:
        'A URL or the client ID has changed, so enter the client secret again: the saved one is not sent anywhere else.',
      savedForOthers:
        'The client secret was saved for other URLs or another client ID, so it was not sent. Check them in Connections, then enter the secret again.'
    },
    fields: {
      nameMissing: 'The connection needs a name.',
      nameTaken: (name: string) => `There is already a connection named ${name}.`,
      localOnly:
        'The environment “local” is only for this computer; choose sandbox or production for this URL.',
      clientIdMissing: 'The client ID is missing.',
      noFeature: 'Choose at least one use for this connection.',
      titles: { restBase: 'REST base URL', tokenHost: 'token host', streamAddress: 'stream URL' },
      missing: (title: string, example: string) => `The ${title} is missing. It looks like ${example}.`,
      notUrl: (title: string, example: string) =>
        `The ${title} is not a valid URL. It looks like ${example}.`,
      notEncrypted: (title: string, scheme: string) =>
        `The ${title} must begin with ${scheme}//. Only this computer (localhost) can be used without encryption.`,
      scheme: (title: string, scheme: string) => `The ${title} must begin with ${scheme}//.`,
      credentials: (title: string) =>
        `The ${title} must not contain a user name or password; use the client ID and secret fields.`,
      fragment: (title: string) => `The ${title} must not have a part after #.`,
      query: (title: string) => `The ${title} must not have a part after ?.`,
      version: 'The REST base URL must end in /v2, the version that Leadline supports.',
      tokenPath: 'Enter the token host without /oauth2/token; Leadline adds it.'
    },
    file: {
      title: 'connections',
      listLost: 'the list of connections could not be read',
      someLost: (lost: number, all: number, names: string) =>
        `${number(lost)} of ${count(all, 'connection')} could not be read (${names})`,
      otherLost: 'no connection is lost, but other entries could not be read',
      andMore: (names: string, more: number) => `${names} and ${number(more)} more`,
      named: (name: string) => `“${name}”`,
      unnamed: (position: number) => `number ${number(position)}`
    },
    sandbox: {
      name: 'Local sandbox',
      builtIn: 'The local sandbox is built in and cannot be changed or deleted.',
      notIncluded: 'The local sandbox is not included in this version of Leadline.',
      restarting: 'The local sandbox stopped and is restarting.',
      slow: 'The local sandbox did not start in time.',
      crashed: 'The local sandbox stopped before it was ready.'
    },
    closing: 'Leadline is closing.'
  }
})

export const confirmHostsText = choose({
  en: {
    title: 'Confirm hosts',
    message: 'Send the client secret and access tokens to these hosts?',
    tokenHost: (host: string) => `Token host (receives the secret): ${host}`,
    rest: (host: string) => `REST: ${host}`,
    stream: (host: string) => `Stream: ${host}`,
    warning: 'Confirm only hosts of your own service.',
    confirm: 'Confirm',
    cancel: 'Cancel',
    alreadyAsking: 'Answer the open question about hosts first.',
    declined: 'The hosts were not confirmed, so nothing was saved or sent.'
  }
})

export const keychainText = choose({
  en: {
    states: {
      checking: 'Waiting for the keychain.',
      ready: 'Secrets are kept in the keychain of this computer.',
      absent:
        'This computer has no keychain that Leadline can use. A client secret can be kept for this session only.',
      locked:
        'The keychain is locked. Unlock it and try again. A client secret can be kept for this session only.',
      unanswering: 'The keychain is not responding. A client secret can be kept for this session only.'
    },
    noDefaultKeyring:
      'The keychain has no default keyring yet. Create one and try again. A client secret can be kept for this session only.',
    refused: 'The keychain refused the request. A client secret can be kept for this session only.'
  }
})
