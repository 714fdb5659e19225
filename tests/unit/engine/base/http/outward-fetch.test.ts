import { expect, test } from 'vitest'
import { outwardFetch } from '#engine/base/http/outward-fetch'

const names: Record<string, readonly string[]> = {
  'api.test': ['203.0.114.7'],
  'desk.test': ['10.0.0.5'],
  'files.test': ['198.51.101.1', '2606:4700::1'],
  'inward.test': ['198.51.101.1', '127.0.0.1'],
  'nat64.test': ['64:ff9b::c633:6501'],
  'metadata.test': ['169.254.169.254']
}

/** Whether a service at the first URL may fetch the second. */
async function mayFetch(service: string | null, address: string): Promise<boolean> {
  const fetched: string[] = []
  const fetch = outwardFetch({
    fetch: async (url) => {
      fetched.push(url)
      return new Response('')
    },
    resolve: async ({ hostname }) => names[hostname] ?? [],
    service: () => service
  })
  const done = await fetch(address, {}).then(
    () => true,
    (problem: unknown) => String(problem)
  )
  if (done !== true) expect(done).toContain('network.inward')
  expect(fetched).toEqual(done === true ? [address] : [])
  return done === true
}

test.each([
  'https://127.0.0.1/x',
  'http://localhost:9000/x',
  'https://a.localhost/x',
  'https://localhost./x',
  'https://0.0.0.0/x',
  'https://[::]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://[fd00::1]/x',
  'https://192.168.0.1/x',
  'https://100.64.0.1/x',
  'https://0x7f.1/x',
  'https://printer/x',
  'https://inward.test/x',
  'https://desk.test/x',
  'https://metadata.test/x'
])('prevents an internet service from fetching %s', async (address) => {
  expect(await mayFetch('https://api.test/v2', address)).toBe(false)
  expect(await mayFetch(null, address)).toBe(false)
})

test('allows a private service its network, and a local one everything', async () => {
  for (const address of ['https://files.test/x', 'https://nat64.test/x']) {
    for (const service of ['https://api.test/v2', 'https://desk.test/v2', 'http://127.0.0.1:1/v2']) {
      expect(await mayFetch(service, address)).toBe(true)
    }
  }
  expect(await mayFetch('https://desk.test/v2', 'https://10.9.9.9/x')).toBe(true)
  expect(await mayFetch('https://desk.test/v2', 'https://127.0.0.1/x')).toBe(false)
  expect(await mayFetch('https://169.254.1.1/v2', 'https://127.0.0.1/x')).toBe(false)
  expect(await mayFetch('http://localhost:1/v2', 'http://127.0.0.1:2/x')).toBe(true)
  expect(await mayFetch('http://localhost:1/v2', 'https://desk.test/x')).toBe(true)
  expect(await mayFetch('http://localhost:1/v2', 'https://metadata.test/x')).toBe(false)
})
