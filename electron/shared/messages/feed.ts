import { choose, count, list, number } from './language'

export const feedText = choose({
  en: {
    states: {
      live: 'The desk feed is live.',
      disconnected: 'This computer has no connection to the server of the desk feed.',
      'no-leader': 'No collector of the desk is sending.',
      rebuilding: 'Messages of the desk feed are missing, so the books are being rebuilt.',
      late: 'This computer is behind the desk feed.',
      'not-live': 'The collector receives nothing from the platform.'
    },
    absent: 'The desk feed does not have this market. Its collector can add it.',
    noAnswer: 'The server of the desk feed answers, but the feed is not live yet.',
    found: (markets: readonly string[]) =>
      markets.length === 0
        ? 'The desk feed is live and has no market yet.'
        : `The desk feed is live: ${list(markets)}.`,
    following: (markets: number) =>
      markets === 0
        ? 'The desk feed is live and has no market yet.'
        : `Live from the desk feed: ${count(markets, 'market', 'markets')}.`,
    share: {
      notSeat:
        'This file is for a connection to the platform that shares its data. Choose that connection, and “Share with the desk”.',
      onlySeat:
        'This file is for a seat, which may not send the feed. The desk’s administrator makes one with add-seat NAME --shares.',
      otherService: (name: string) =>
        `This file is for the feed of another service or client ID than that of “${name}”.`,
      noKey: 'The key for the desk is no longer in the keychain. Stop sharing, then open the file again.'
    },
    seatFile: {
      choose: 'Open seat file',
      type: 'Seat file',
      unreadable: (file: string, reason: string) => `The seat file ${file} cannot be read: ${reason}.`,
      wrong: (file: string) =>
        `${file} is not a seat file of this version of Leadline. Ask the desk’s administrator for a new one.`,
      kept: (name: string) =>
        `“${name}” is set up and its key is kept. Delete the seat file: anyone who has it can use this seat.`
    },
    keyFile: {
      choose: 'Choose credentials file',
      type: 'NATS credentials or NKey seed',
      unreadable: (file: string, reason: string) => `The credentials file ${file} cannot be read: ${reason}.`,
      wrong: (file: string) =>
        `${file} has no key of a user. A NATS credentials file has one, which begins with “SU”; keys of accounts and operators are not for seats.`,
      expired: (file: string, at: Date) =>
        `The token in ${file} expired on ${at.toISOString().slice(0, 10)}. Ask the desk’s administrator for a new one.`,
      gone: 'The key of the chosen file is no longer in memory. Choose the file again.'
    },
    authorityFile: {
      choose: 'Choose certificate authority',
      type: 'Certificates (PEM)',
      wrong: (file: string) =>
        `${file} is not a certificate in PEM form, which begins with “-----BEGIN CERTIFICATE-----”.`,
      large: (file: string) => `${file} has too many certificates. Choose a file with the authority alone.`,
      expired: (file: string, at: Date) =>
        `The certificates in ${file} have expired, the last one on ${at.toISOString().slice(0, 10)}.`
    },
    notDigest: 'The feed is identified by 12 digits and letters, e.g. 20df12314ad4.',
    noKey: (name: string) =>
      `“${name}” has no key yet. Open its seat file, or choose its credentials file or enter the key, and save.`,
    noServer: 'Enter the address of a server of the desk feed.',
    notServer: (server: string) =>
      `“${server}” is not the address of a NATS server, e.g. tls://feed.example.com:4222.`,
    secretInServer: (host: string) =>
      `The address of ${host} contains a user or a password. Use a key or a credentials file instead.`,
    notEncrypted: (host: string) =>
      `${host} is another computer, so the connection has to be encrypted: use tls:// instead of nats://.`,
    mixedServers: 'Use tls:// for all servers of the desk feed, or for none of them.',
    notConnected: (servers: string, detail: string) =>
      `The server of the desk feed at ${servers} cannot be reached: ${detail}.`,
    refused: (servers: string) =>
      `The server of the desk feed at ${servers} does not accept the key of this computer. It may have been revoked or have expired.`,
    noAuthority: (file: string, reason: string) => `The certificates in ${file} cannot be read: ${reason}.`,
    noStream: (detail: string) =>
      `The server of the desk feed does not keep messages: ${detail}. JetStream has to be on, and this user needs its permissions.`,
    notSeed: 'The key of the desk feed is not an NKey seed, which begins with “SU”.',
    oldServer: (version: string) =>
      `The server of the desk feed is version ${version || 'unknown'}, which lacks security fixes. Update it to 2.11.16, 2.12.7, 2.14 or newer.`,
    collector: {
      lease: 'The end of the desk’s recording',
      noConfiguration: (file: string, reason: string) => `${file} cannot be read: ${reason}.`,
      notJson: (file: string) => `${file} is not valid JSON.`,
      wrong: (file: string, place: string, expected: string | null) =>
        expected === 'never'
          ? `${file}: ${place}: This setting does not exist.`
          : `${file}: ${place}: This value is not valid${expected === null ? '' : ` (expected: ${expected})`}.`,
      secret: {
        unreadable: (file: string, reason: string) => `The secret in ${file} cannot be read: ${reason}.`,
        open: (file: string) =>
          `${file} contains a secret and can be read by others. Restrict it: chmod 600 ${file}`,
        empty: (name: string) => `The secret “${name}” is empty.`,
        noCredentials: (name: string) =>
          `There is no systemd credential “${name}”: LoadCredential= or LoadCredentialEncrypted= is missing in the unit.`,
        noKeychain: (name: string) => `The keychain of this computer has no secret “${name}” for Leadline.`
      },
      metrics: {
        leading: 'Whether this collector leads',
        epoch: 'Epoch of its last term as the leader',
        serverConnected: 'Whether it is connected to the server of the feed',
        connected: 'Whether its stream brings data',
        markets: 'Markets it follows',
        liveMarkets: 'Markets whose book is live',
        items: 'Frames and events sent in this term',
        batches: 'Batches sent in this term',
        bytes: 'Bytes of frames and events sent in this term',
        keyframes: 'Keyframes sent in this term',
        notKept: 'Messages the stream did not keep, or may not have kept',
        recordedBytes: 'Size of the recording',
        notRecorded: 'Items that could not be recorded',
        sharedSets: 'Sets of sealed files shared since the start',
        sharedBytes: 'Bytes of sealed files shared since the start',
        sharingFailed: 'Whether sealed files could not be shared at the last attempt'
      },
      standby: 'Standing by: another collector leads, or its lease has not expired.',
      connected: 'Connected to the server of the desk feed.',
      disconnected: 'The connection to the server of the desk feed was lost.',
      leading: (epoch: number) => `Leading, epoch ${epoch}.`,
      lost: 'The lease was lost. The connection to the platform is closed, and this collector stands by.',
      shared: (name: string, bytes: number) =>
        `Shared ${name} (${number(Math.ceil(bytes / 1e6))} MB) with the desk.`,
      unshared: (name: string) => `Removed ${name} from the shared recordings, to stay within their limits.`,
      ended: 'Stopped.',
      listening: (address: string) => `Health and metrics: ${address}`,
      notListening: (address: string, reason: string) =>
        `Health and metrics cannot be served at ${address}: ${reason}.`
    }
  }
})
