import { expect } from './expect'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({ offline: true, view: 'help', between: () => Promise.resolve() })

const ask = (address: string, method = 'GET') =>
  running.app.evaluate(
    async ({ session }, request) => {
      const answer = await session.fromPartition('windows').fetch(request.address, { method: request.method })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    },
    { address, method }
  )

test('has exactly this policy', async () => {
  const { status, headers } = await ask('app://leadline/index.html')
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; " +
      "connect-src 'none'; worker-src 'none'; frame-src 'none'; object-src 'none'; manifest-src 'none'; " +
      "frame-ancestors 'none'; form-action 'none'; base-uri 'none'"
  )
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-embedder-policy': 'require-corp'
  })
})

test('sends the policy with refusals', async () => {
  const { headers } = await ask('app://leadline/absent.html')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

for (const path of [
  '../package.json',
  '..%2fpackage.json',
  '%2e%2e/package.json',
  '%2e%2e%2fpackage.json',
  '..%5cpackage.json',
  '%252e%252e%252fpackage.json',
  'assets/../../package.json',
  'assets/..%2f..%2fmain/index.js',
  '//etc/passwd',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'index.html%00.js',
  '.env',
  '%',
  'assets'
])
  test(`serves nothing outside the renderer: ${path}`, async () => {
    const { status, text } = await ask(`app://leadline/${path}`)
    expect([403, 404]).toContain(status)
    expect(text).toBe('')
  })

test('refuses other hosts', async () => {
  for (const host of ['other', 'leadline.example', 'index.html'])
    expect(
      await ask(`app://${host}/index.html`).then(
        ({ status }) => status,
        () => 403
      )
    ).toBe(403)
})

test('only supports reads on app://', async () => {
  expect((await ask('app://leadline/index.html', 'POST')).status).toBe(405)
})

test('sends content types', async () => {
  const files = await running.page.evaluate(() =>
    [...document.querySelectorAll('script[src], link[rel=stylesheet]')].map((element) =>
      element instanceof HTMLScriptElement ? element.src : (element as HTMLLinkElement).href
    )
  )
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const { status, headers } = await ask(file)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
  }
})
