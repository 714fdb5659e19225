import { choose } from './language'

export const feedText = choose({
  en: {
    states: {
      live: 'The desk feed is live.',
      disconnected: 'This computer has no connection to the server of the desk feed.',
      'no-leader': 'No collector is sending. Without one, the last figures stay as they were.',
      rebuilding: 'Messages of the desk feed are missing, so the books are being rebuilt.',
      late: 'This computer is behind the desk feed.',
      'not-live': 'The collector receives nothing from the platform.'
    },
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
    notSeed: 'The key of the desk feed is not an NKey seed, which begins with “SU”.',
    oldServer: (version: string) =>
      `The server of the desk feed is version ${version || 'unknown'}, which lacks security fixes. Update it to 2.11.16, 2.12.7, 2.14 or newer.`
  }
})
