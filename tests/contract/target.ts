import process from 'node:process'
import { startSandbox } from '../../electron/sandbox'

/** What the suite speaks to: the environment that the variables name, else a sandbox of its own. It only reads. */
export interface Target {
  readonly restBase: string
  readonly tokenHost: string
  readonly streamAddress: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where none is known, what needs one is not checked. */
  readonly statementIds: readonly string[]
  readonly conversionIds: readonly string[]
  readonly local: boolean
  close(): Promise<void>
}

const given = (name: string) => process.env[`LEADLINE_${name}`] ?? ''
const list = (name: string) =>
  given(name)
    .split(',')
    .filter((id) => id !== '')

export async function openTarget(): Promise<Target> {
  if (given('BASE_URL') !== '') {
    return {
      restBase: given('BASE_URL'),
      tokenHost: given('AUTH_URL'),
      streamAddress: given('WS_URL'),
      clientId: given('CLIENT_ID'),
      clientSecret: given('CLIENT_SECRET'),
      statementIds: list('STATEMENT_IDS'),
      conversionIds: list('CONVERSION_IDS'),
      local: false,
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
    local: true,
    close
  }
}

export type Fields = Readonly<Record<string, unknown>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Fields
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Fields }
}

export async function askToken(target: Target, fields: Record<string, string>): Promise<Answer> {
  return read(
    await fetch(`${target.tokenHost}/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) })
  )
}

export async function tokenFor(target: Target, ...scopes: readonly string[]): Promise<string> {
  const { status, body } = await askToken(target, {
    grant_type: 'client_credentials',
    client_id: target.clientId,
    client_secret: target.clientSecret,
    scope: scopes.join(' ')
  })
  if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`)
  return String(body['access_token'])
}

export async function get(target: Target, path: string, token?: string): Promise<Answer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return read(await fetch(`${target.restBase}${path}`, { headers }))
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
export const decimal = /^-?\d+(\.\d+)?$/
