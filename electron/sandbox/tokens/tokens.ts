import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { ProblemMessage } from '#shared/wire/problem'
import type { Clock } from '../control/clock'
import type { Scenarios } from '../control/scenarios'
import { HttpProblem } from '../http/problem'
import type { Scope } from './scopes'

const issuer = 'leadline-sandbox'

interface Bearer {
  readonly scopes: readonly string[]
  readonly clientId: string
}

type Authentication =
  | ({ readonly ok: true } & Bearer)
  | { readonly ok: false; readonly status: 401 | 403; readonly problem: ProblemMessage }

const refused = (detail: string) =>
  new HttpProblem(401, detail, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })

/** Issues and verifies access tokens. The key is per process, so tokens of earlier starts are invalid. */
export class Tokens {
  readonly #clock: Clock
  readonly #scenarios: Scenarios
  readonly #lifetime: number
  readonly #key = new Uint8Array(randomBytes(32))
  readonly #used = new Set<number>()
  #issued = 0
  #revokedThrough = 0
  readonly #unsubscribe: () => void

  constructor(options: { clock: Clock; scenarios: Scenarios; lifetimeSeconds: number }) {
    this.#clock = options.clock
    this.#scenarios = options.scenarios
    this.#lifetime = options.lifetimeSeconds
    this.#unsubscribe = options.scenarios.onChange((name) => {
      if (name !== 'token-revoked') return
      // Switching it on or off revokes all tokens issued so far.
      this.#revokedThrough = this.#issued
      this.#used.clear()
    })
  }

  get lifetimeSeconds(): number {
    return this.#lifetime
  }

  async issue(clientId: string, scopes: readonly Scope[]): Promise<string> {
    this.#issued += 1
    const now = Math.floor(this.#clock.now() / 1000)
    return new SignJWT({ scope: scopes.join(' '), client_id: clientId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setJti(String(this.#issued))
      .setIssuedAt(now)
      .setExpirationTime(now + this.#lifetime)
      .sign(this.#key)
  }

  /** Throws the 401 to send. */
  async verify(authorization: string | undefined): Promise<Bearer> {
    if (!authorization) {
      throw new HttpProblem(401, 'the access token is missing', { headers: { 'www-authenticate': 'Bearer' } })
    }
    const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)
    if (!match) throw refused('the Authorization header is not of the form "Bearer <token>"')
    const claims = await this.#read(match[1]!)
    if (this.#isRevoked(Number(claims.jti))) throw refused('the access token was revoked')
    return {
      scopes: String(claims['scope']).split(' '),
      clientId: String(claims.sub)
    }
  }

  async require(authorization: string | undefined, scope: Scope): Promise<Bearer> {
    const bearer = await this.verify(authorization)
    if (!bearer.scopes.includes(scope)) {
      throw new HttpProblem(
        403,
        `insufficient scopes: found '${bearer.scopes.join(' ')}', required one of '[${scope}]'`,
        {
          meta: { required_scope: scope },
          headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
        }
      )
    }
    return bearer
  }

  /** For stream handshakes, where a refusal is not an exception. */
  async authenticate(authorization: string | undefined, scope: Scope): Promise<Authentication> {
    try {
      return { ok: true, ...(await this.require(authorization, scope)) }
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      return { ok: false, status: error.status === 403 ? 403 : 401, problem: error.body() }
    }
  }

  dispose(): void {
    this.#unsubscribe()
  }

  async #read(token: string) {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        issuer,
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'jti', 'sub'],
        currentDate: new Date(this.#clock.now())
      })
      return payload
    } catch (error) {
      const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED'
      throw refused(expired ? 'the access token has expired' : 'the access token is not valid')
    }
  }

  /** While tokens are revoked, a new one is valid for a single call. */
  #isRevoked(token: number): boolean {
    if (token <= this.#revokedThrough) return true
    if (!this.#scenarios.on('token-revoked')) return false
    if (this.#used.has(token)) return true
    this.#used.add(token)
    return false
  }
}
