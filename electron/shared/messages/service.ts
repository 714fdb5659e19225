import { choose, count, list, number } from './language'

const exampleId = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'

export const restText = choose({
  en: {
    stopped: 'The request was stopped.',
    timeout: (seconds: number) => `There was no answer within ${count(seconds, 'second')}.`,
    samePage:
      'The service keeps sending the same page of addresses, so Leadline stopped loading. The list is not complete.',
    otherRecord: 'The service answered with a different record than the one requested.',
    otherAddress: 'This request would not have gone to a URL of the connection, so it was not sent.',
    webPage: (host: string) =>
      `${host} answered with a web page instead of data. The network may require you to sign in, or the REST base URL may be wrong.`,
    notData: (host: string) => `${host} did not answer with the requested data.`,
    unauthorized: (host: string) => `${host} does not accept the access token, although it is new.`,
    notFound: (host: string) => `${host} has nothing at this URL. Check the REST base URL.`,
    tooLong: (host: string) => `${host} does not accept a request of this length. Filter by fewer values.`,
    refused: (host: string, status: number) => `${host} does not accept the request (status ${status}).`,
    scopesFound: (sentence: string, found: readonly string[] | null) => {
      if (found === null) return sentence
      return `${sentence} ${found.length === 0 ? 'Its token has no scope.' : `Its token has ${list(found)}.`}`
    },
    listAddresses: {
      scope: (scopes: readonly string[]) =>
        `To list deposit addresses, the client ID needs the scope ${scopes.join(' or ')}, which it was not granted.`,
      forbidden: (host: string) => `${host} does not allow this client ID to list deposit addresses.`
    },
    readStatement: {
      scope: (scopes: readonly string[]) =>
        `To read rewards statements, the client ID needs the scope ${scopes.join(' or ')}, which it was not granted.`,
      forbidden: (host: string) => `${host} does not allow this client ID to read the requested statement.`,
      notFound: (host: string) => `${host} has no statement with this ID.`
    },
    readConversion: {
      scope: (scopes: readonly string[]) =>
        `To read stablecoin conversions, the client ID needs the scope ${scopes.join(' or ')}, which it was not granted.`,
      forbidden: (host: string) => `${host} does not allow this client ID to read the requested conversion.`,
      notFound: (host: string) => `${host} has no conversion with this ID.`
    },
    query: {
      filters: {
        profileIds: 'profile IDs',
        identityIds: 'identity IDs',
        ids: 'address IDs',
        refIds: 'reference IDs',
        accountIds: 'account IDs',
        networks: 'networks'
      },
      invalidTime: (text: string) => `“${text}” is not a valid time, e.g. 2006-01-02T15:04:05Z.`,
      pageSize: (max: number) => `A page can have 1 to ${number(max)} addresses.`,
      noValue: (filter: string) => `The filter by ${filter} has no value.`,
      tooMany: (filter: string, max: number, given: number) =>
        `A filter can have at most ${number(max)} ${filter}; there are ${number(given)}. Split the request.`,
      emptyValue: (filter: string) => `One of the ${filter} in the filter is empty.`,
      invalidId: {
        address: (text: string) => `“${text}” is not an address ID. IDs look like ${exampleId}.`,
        statement: (text: string) => `“${text}” is not a statement ID. IDs look like ${exampleId}.`,
        conversion: (text: string) => `“${text}” is not a conversion ID. IDs look like ${exampleId}.`
      }
    },
    /** The response does not match the service's description. */
    malformed: {
      statement: 'The service answered, but not with a rewards statement that Leadline understands.',
      statementFile: 'The service answered, but not with a statement file that Leadline understands.',
      conversion: 'The service answered, but not with a conversion that Leadline understands.',
      address: 'The service answered, but not with a deposit address that Leadline understands.',
      addresses: 'The service answered, but not with a list of deposit addresses that Leadline understands.'
    }
  }
})

export const tokenText = choose({
  en: {
    stopped: 'The request was stopped.',
    connectionEnded: 'The connection has ended.',
    notToken: (host: string) =>
      `${host} answered with something that is not a token. Check the token host; it often differs from the REST host.`,
    malformed: 'The token host answered, but not with a token that Leadline understands.',
    wrongType: 'The token host sent an unknown type of token; Leadline needs a bearer token.',
    refused: (host: string) => `${host} does not accept the client ID and secret.`,
    scopes: (host: string) => `${host} does not grant the requested scopes.`,
    notFound: (host: string) => `${host} has no token endpoint at this URL. Check the token host.`,
    notIssued: (host: string, status: number) => `${host} did not issue a token (status ${status}).`
  }
})

export const scopesText = choose({
  en: {
    missing: (scopes: readonly string[]) => `The service did not grant ${scopes.join(', ')}.`,
    writing: (scopes: readonly string[]) =>
      `The service granted more than read access: ${scopes.join(', ')}. Leadline only reads; use a read-only client ID.`,
    excessive: (scopes: readonly string[]) =>
      `The service granted scopes that were not requested: ${scopes.join(', ')}.`
  }
})

export const writeAccessText = choose({
  en: {
    busy: 'Another check of write access is running. Wait for it to finish.',
    readRefused: (scope: string, reason: string | null) =>
      `No token was issued for ${scope}, which this connection needs to read, so refusals would prove nothing. ${reason ?? ''}`.trim(),
    anyScope: 'A token was issued, but this host also issues one for a scope that does not exist.'
  }
})
