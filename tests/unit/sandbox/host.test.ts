import { expect, test } from 'vitest'
import { wrongHost } from '#sandbox/http/server'

test.each(['127.0.0.1', '127.0.0.1:8080', 'localhost:1', '[::1]:443', 'LOCALHOST'])('serves %s', (host) =>
  expect(wrongHost({ headers: { host } })).toBeNull()
)

test.each([
  'evil.example',
  'evil.example:8080',
  '127.0.0.1.evil.example',
  'localhost.evil.example:1',
  '',
  '10.0.0.1'
])('refuses a request for the host “%s”', (host) =>
  expect(wrongHost({ headers: { host } })?.status).toBe(421)
)
