import { describe, expect, it } from 'vitest'
import { checkServers } from '#engine/connection/index'
import { isOldServer } from '#engine/feed/server/versions'

describe('a server', () => {
  it.each(['2.9.10', '2.10.29', '2.11.15', '2.12.6', '2.13.9', '1.99.99', '', 'unknown', '0.0.0'])(
    'of version “%s” lacks fixes',
    (version) => expect(isOldServer(version)).toBe(true)
  )
  it.each(['2.11.16', '2.11.30', '2.12.7', '2.14.0', '2.14.3', '2.15.0', '3.0.0', '2.14.0-RC.1'])(
    'of version “%s” has them',
    (version) => expect(isOldServer(version)).toBe(false)
  )

  it.each([
    ['nats://127.0.0.1:4222', false],
    ['nats://localhost', false],
    ['nats://[::1]:4222', false],
    ['tls://feed.example.com:4222', true],
    ['tls://127.0.0.1:4222', true]
  ])('may be %s', (server, isEncrypted) => expect(checkServers([server])).toMatchObject({ isEncrypted }))

  it.each([
    ['nats://10.0.0.5:4222', 'is another computer'],
    ['nats://feed.example.com', 'is another computer'],
    ['nats://127.0.0.1.example.com', 'is another computer'],
    ['http://127.0.0.1', 'is not the address'],
    ['feed', 'is not the address'],
    ['tls://name:word@feed.example.com', 'contains a user or a password']
  ])('may not be %s', (server, sentence) => {
    expect(() => checkServers([server])).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ sentence: expect.stringContaining(sentence) })
      })
    )
  })

  it('is encrypted if any of them is', () => {
    expect(() => checkServers(['tls://a.example:1', 'nats://127.0.0.1:1'])).toThrow('feed.server')
    expect(() => checkServers([])).toThrow('feed.server')
  })
})
