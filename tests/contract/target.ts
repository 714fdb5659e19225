import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from '#sandbox/index'

/** The environment given by variables, else a sandbox. Read-only. */
export interface Target {
  readonly restBase: string
  readonly tokenHost: string
  readonly streamAddress: string
  readonly clientId: string
  readonly clientSecret: string
  /** Without IDs, those tests are skipped. */
  readonly statementIds: readonly string[]
  readonly conversionIds: readonly string[]
  readonly local: boolean
  readonly market: string
  close(): Promise<void>
}

const given = (name: string) => process.env[`LEADLINE_${name}`] ?? ''
/** Undocumented behavior is only checked in the sandbox. */
export const local = given('BASE_URL') === ''

/** An assumption, because the service has no list of markets. */
const market = given('MARKET') || 'BTCUSD'

const list = (name: string) =>
  given(name)
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

export async function openTarget(): Promise<Target> {
  if (!local) {
    return {
      restBase: given('BASE_URL'),
      tokenHost: given('AUTH_URL'),
      streamAddress: given('WS_URL'),
      clientId: given('CLIENT_ID'),
      clientSecret: given('CLIENT_SECRET'),
      statementIds: list('STATEMENT_IDS'),
      conversionIds: list('CONVERSION_IDS'),
      local,
      market,
      close: async () => undefined
    }
  }
  const { description, close } = await startSandbox({ rate: 200 })
  return {
    restBase: description.base_url,
    tokenHost: description.auth_url,
    streamAddress: description.ws_url,
    clientId: description.client_id,
    clientSecret: description.client_secret,
    statementIds: description.statement_ids,
    conversionIds: description.conversion_ids,
    local,
    market,
    close
  }
}

export type Fields = Readonly<Record<string, unknown>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Fields
}

/** A gateway may answer an error with HTML or nothing. */
function fieldsOf(text: string): Fields {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  } catch {
    // The missing member shows that it is not JSON.
  }
  return { text }
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: fieldsOf(await response.text()) }
}

/** One token request a second, counted from the last answer. */
const tokenEvery = Number(given('TOKEN_PAUSE') || 1100)
/** The previous file may have just requested one. */
let nextToken = performance.now() + tokenEvery
let turn: Promise<unknown> = Promise.resolve()

async function waitForTurn() {
  const wait = nextToken - performance.now()
  if (wait > 0) await pause(wait)
}

export function postToken(target: Target, init: RequestInit): Promise<Answer> {
  const ask = async () => read(await fetch(`${target.tokenHost}/oauth2/token`, { ...init, method: 'POST' }))
  if (target.local) return ask()
  const answer = turn
    .then(waitForTurn)
    .then(ask)
    .finally(() => {
      nextToken = performance.now() + tokenEvery
    })
  turn = answer.catch(() => undefined)
  return answer
}

export const askToken = (target: Target, fields: Record<string, string>) =>
  postToken(target, { body: new URLSearchParams(fields) })

async function newToken(target: Target, scope: string): Promise<string> {
  const { status, body } = await askToken(target, {
    grant_type: 'client_credentials',
    client_id: target.clientId,
    client_secret: target.clientSecret,
    scope
  })
  if (status !== 200) throw new Error(`no token for ${scope}: ${status} ${JSON.stringify(body)}`)
  return String(body['access_token'])
}

const tokens = new Map<string, Promise<string>>()

/** One per set of scopes for the whole run. */
export function tokenFor(target: Target, ...scopes: readonly string[]): Promise<string> {
  const scope = [...new Set(scopes)].sort().join(' ')
  const key = `${target.tokenHost} ${scope}`
  const known = tokens.get(key)
  if (known) return known
  const asked = newToken(target, scope)
  tokens.set(key, asked)
  return asked
}

export async function get(target: Target, path: string, token?: string): Promise<Answer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return read(await fetch(`${target.restBase}${path}`, { headers }))
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i
export const decimal = /^-?\d+(\.\d+)?$/
