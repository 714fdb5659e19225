import type { Comparison, ServiceDifference } from '#shared/contract/records/statements/index'

const maxNamed = 3

export const notFetchedSentence = (known: string, found: string) =>
  'statement.json is not the one that this computer fetched. ' +
  `Its SHA-256 was ${known} and is ${found}. ` +
  'If another computer uses this archive, it may have fetched the statement again: compare it with the service, or fetch it again.'

const isDigest = (text: string | null) => text !== null && /^[0-9a-f]{64}$/.test(text)

function namedDifference({ what, here, service }: ServiceDifference): string {
  const kind = isDigest(here) || isDigest(service) ? ' (SHA-256)' : ''
  return `${what}${kind} is ${here ?? 'missing'} here and ${service ?? 'missing'} at the service`
}

export function differsSentence({ differences = [] }: Pick<Comparison, 'differences'>): string {
  const named = differences.slice(0, maxNamed).map(namedDifference).join('; ')
  const more = differences.length - maxNamed
  return `The service gives something else than the archive has: ${named}${more > 0 ? `; and ${more} more` : ''}.`
}
