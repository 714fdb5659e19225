import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import type { SandboxDescription } from '#sandbox/index'

const script = path.resolve(import.meta.dirname, '../../scripts/sandbox.mjs')
const started: ChildProcess[] = []

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

function run(...options: string[]) {
  const child = spawn(process.execPath, [script, ...options], { stdio: ['pipe', 'pipe', 'pipe'] })
  started.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said.err += part.toString()))
  return { child, said, exit: once(child, 'close').then(([code]) => code as number | null) }
}

async function start(...options: string[]) {
  const running = run('--json', ...options)
  const [line] = (await once(createInterface(running.child.stdout), 'line')) as [string]
  return { ...running, description: JSON.parse(line) as SandboxDescription }
}

async function read({ auth_url, base_url, client_id, client_secret }: SandboxDescription, target: string) {
  const scope = 'transfer:read_deposit_address rewards:read_statements'
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope })
  const { access_token } = (await (
    await fetch(`${auth_url}/oauth2/token`, { method: 'POST', body })
  ).json()) as { access_token: string }
  const response = await fetch(base_url + target, { headers: { authorization: `Bearer ${access_token}` } })
  return (await response.json()) as Record<string, unknown>
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'prints one line of JSON, serves until %s, and ignores a closed stdin',
  async (signal) => {
    const { child, said, exit, description } = await start('--client-id', 'me', '--client-secret', 'secret')
    expect(Object.keys(description)).toEqual([
      'base_url',
      'auth_url',
      'ws_url',
      'client_id',
      'client_secret',
      'markets',
      'statement_ids',
      'conversion_ids',
      'control_url',
      'control_key'
    ])
    expect(description).toMatchObject({ client_id: 'me', client_secret: 'secret' })
    expect(new URL(description.base_url).hostname).toBe('127.0.0.1')
    child.stdin.end()
    expect(await read(description, '/transfer/deposit-addresses?limit=1')).toHaveProperty('items')
    child.kill(signal)
    expect(await exit).toBe(0)
    expect(said.out.trimEnd().split('\n')).toHaveLength(1)
    await expect(fetch(description.auth_url)).rejects.toThrow()
  }
)

test('produces identical data from one seed in two processes, with different credentials', async () => {
  const [one, two] = await Promise.all([start('--seed', '42'), start('--seed', '42')])
  expect(one.description.statement_ids).toEqual(two.description.statement_ids)
  expect(one.description.conversion_ids).toEqual(two.description.conversion_ids)
  expect(one.description.client_secret).not.toBe(two.description.client_secret)
  const items = async ({ description }: typeof one) =>
    (await read(description, '/transfer/deposit-addresses?limit=200'))['items']
  expect(await items(one)).toEqual(await items(two))
  const files = async ({ description }: typeof one) => {
    const { statement } = (await read(
      description,
      `/rewards/statements/${description.statement_ids[0]!}`
    )) as {
      statement: { files: { download_url: string }[] }
    }
    const bodies = await Promise.all(
      statement.files.map(async (file) => (await fetch(file.download_url)).arrayBuffer())
    )
    return bodies.map((body) => Buffer.from(body).toString('base64'))
  }
  const [pdf] = await files(one)
  expect(Buffer.from(pdf!, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect(await files(one)).toEqual(await files(two))
})

test('moves the last month with the anchor, with a quarter of a million addresses at once', async () => {
  const { description } = await start('--anchor', '2024-02', '--addresses', '250000')
  const body = await read(description, '/transfer/deposit-addresses?limit=1')
  expect(JSON.stringify(body['items'])).toContain('"created_at":"2024-02-29')
})

test('reports a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { exit, said } = run('--port', String(port))
  expect(await exit).toBe(1)
  expect(said.err).toContain(`Port ${port} is in use`)
  expect(said.err).not.toMatch(/\n\s+at /)
  expect(said.out).toBe('')
  server.close()
})

test.each([
  ['--port', '70000'],
  ['--rate', '0'],
  ['--rate', 'fast'],
  ['--anchor', '2026-13'],
  ['--scenario', 'earthquake'],
  ['--client-id', 'alone'],
  ['--nonsense', '1'],
  ['--port', '']
])('refuses %s %s with a sentence and exit code 2', async (...options) => {
  const { exit, said } = run(...options)
  expect(await exit).toBe(2)
  expect(said.out).toBe('')
  expect(said.err).toMatch(/\.\n$/)
  expect(said.err).not.toMatch(/\n\s+at /)
})

test.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s sent to npm', async (signal) => {
  const child = spawn('npm', ['run', '--silent', 'sandbox', '--', '--json'], {
    cwd: path.dirname(path.dirname(script)),
    stdio: ['ignore', 'pipe', 'ignore']
  })
  started.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { auth_url } = JSON.parse(line) as SandboxDescription
  child.kill(signal)
  // Closes with the last process.
  expect(await once(child, 'close')).toEqual([0, null])
  await expect(fetch(auth_url)).rejects.toThrow()
})
