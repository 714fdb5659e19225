import type { Page } from '@playwright/test'
import type { ServiceAccess } from './own-service'

/** Connects through calls. */
export async function useRecordService(
  page: Page,
  { description }: ServiceAccess,
  watched: readonly string[] = [],
  /** Saves the secret in the keychain. */
  keep = false
): Promise<string> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const outcome = await bridge.evaluate(
    async ({ call: calls }, { service, markets, sessionOnly }) => {
      const saved = await calls.connections.save({
        id: null,
        draft: {
          name: 'Own service',
          environment: 'local',
          restBase: service.base_url,
          tokenHost: service.auth_url,
          streamAddress: service.ws_url,
          clientId: service.client_id,
          features: { markets: markets.length > 0, addresses: true, conversions: true, statements: true }
        },
        clientSecret: service.client_secret,
        sessionOnly
      })
      if (!saved.ok || !saved.value.saved) return { problem: JSON.stringify(saved), id: '' }
      const connected = await calls.connections.connect({ id: saved.value.id })
      if (!connected.ok) return { problem: connected.error.sentence, id: '' }
      for (const market of markets) {
        const added = await calls.markets.watch({ market })
        if (!added.ok) return { problem: added.error.sentence, id: '' }
      }
      return { problem: null, id: saved.value.id }
    },
    { service: description, markets: watched, sessionOnly: !keep }
  )
  if (outcome.problem !== null) throw new Error(outcome.problem)
  return outcome.id
}

/** Without the app. */
export async function recordOf(
  { description }: ServiceAccess,
  words: string,
  scope: string
): Promise<Readonly<Record<string, unknown>>> {
  const { auth_url, base_url, client_id, client_secret } = description
  const asked = await fetch(`${auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope })
  })
  const { access_token: token } = (await asked.json()) as { readonly access_token: string }
  const answer = await fetch(`${base_url}/${words}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${words}: ${answer.status}`)
  return (await answer.json()) as Readonly<Record<string, unknown>>
}
