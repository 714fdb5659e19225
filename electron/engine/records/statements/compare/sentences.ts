import type { Comparison, ServiceDifference } from '#shared/contract/records/statements/index'
import { archiveText } from '#shared/messages/archive'

const text = archiveText.compare
const maxNamed = 3

const isDigest = (text: string | null) => text !== null && /^[0-9a-f]{64}$/.test(text)

function namedDifference({ what, here, service }: ServiceDifference): string {
  const field = isDigest(here) || isDigest(service) ? text.digest(what) : what
  return text.difference(field, here, service)
}

export function differsSentence({ differences = [] }: Pick<Comparison, 'differences'>): string {
  return text.differs(differences.slice(0, maxNamed).map(namedDifference), differences.length - maxNamed)
}
