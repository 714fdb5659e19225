import type { SeededRandom } from '../chaos/random'
import type { Faults } from './faults'
import type { ServiceClock } from './feed'
import { shuffle } from './spelling'
import type { Variants } from './variants'

/** All characters that RFC 6749 permits. */
export const credentials = { id: 'desk 2+2=4&%41', secret: 's3cr&t=+%2F /"\\~' }

interface Granted {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export class Tokens {
  readonly #granted = new Map<string, { readonly scopes: readonly string[]; readonly until: number }>()

  constructor(
    private readonly clock: ServiceClock,
    private readonly variants: Variants,
    private readonly random: SeededRandom,
    private readonly faults: Faults
  ) {}

  grant(form: URLSearchParams): Granted {
    if (this.faults.has('token-429'))
      return { status: 429, body: { error: 'slow_down' }, headers: { 'retry-after': '2' } }
    if (form.get('grant_type') !== 'client_credentials') return refused(400, 'unsupported_grant_type')
    if (form.get('client_id') !== credentials.id || form.get('client_secret') !== credentials.secret)
      return refused(401, 'invalid_client')
    const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
    if (scopes.some((scope) => !/^[a-z]+:[a-z_]+$/.test(scope))) return refused(400, 'invalid_scope')
    const { tokenExtras } = this.variants
    const characters = tokenExtras ? 'AZaz09-._~+/' : 'abcdef0123456789'
    const length = tokenExtras ? 2000 : 40
    const token = Array.from({ length }, () => this.random.pick([...characters])).join('') + '=='
    this.#granted.set(token, { scopes, until: this.clock.now() + 3600_000 })
    const scope = (tokenExtras ? [...shuffle([...scopes], this.random), 'openid'] : scopes).join(' ')
    const body = {
      access_token: token,
      expires_in: 3600,
      token_type: tokenExtras ? 'Bearer' : 'bearer',
      scope,
      ...(tokenExtras && { issued_at: 'now', refresh_token: null, ext: { expires_in: 1 } })
    }
    return { status: 200, body, headers: { 'cache-control': 'no-store' } }
  }

  revokeAll(): void {
    this.#granted.clear()
  }

  refusal(authorization: string | undefined, scope: string): 401 | 403 | null {
    const granted = this.#granted.get(/^bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '')
    if (!granted || granted.until <= this.clock.now()) return 401
    return granted.scopes.includes(scope) ? null : 403
  }
}

const refused = (status: number, error: string): Granted => ({
  status,
  body: { error, error_description: `The token request was refused: ${error}.` },
  headers: {}
})
