import { noLinks, type ActionPorts, type Desk } from './desk'
import { makeTemplate } from './templates'

export function firstDesk(ports: Pick<ActionPorts, 'newId' | 'markets'>): Desk {
  const markets = ports.markets()
  const all = (['deep', 'four', 'stablecoins'] as const).map((template) =>
    makeTemplate(template, { newId: ports.newId, markets })
  )
  return { all, links: noLinks, histories: {}, removed: [] }
}
