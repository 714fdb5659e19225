import { verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { SigningKey } from '#engine/recording/evidence/signing-key'
import { MemorySecrets } from '../../../../integration/support/memory-secrets'

const content = Buffer.from('content')

test('the key is made on first use and kept in the keychain', async () => {
  const secrets = new MemorySecrets()
  const first = new SigningKey(secrets)
  expect(await first.publicKey()).toBeNull()
  expect(secrets.kept.size).toBe(0)
  const signer = await first.signer()
  expect(signer.isKept).toBe(true)
  const again = await new SigningKey(secrets).signer()
  expect(again.publicKey).toBe(signer.publicKey)
  expect(await new SigningKey(secrets).publicKey()).toBe(signer.publicKey)
  expect(verify(null, content, signer.publicKey, again.sign(content))).toBe(true)
  expect([...secrets.kept.values()].join()).toContain('PRIVATE KEY')
})

test.each(['absent', 'locked', 'unanswering'] as const)(
  'without a keychain (%s), it is of this session',
  async (is) => {
    const secrets = new MemorySecrets()
    secrets.is = is
    const key = new SigningKey(secrets)
    expect(await key.publicKey()).toBeNull()
    const signer = await key.signer()
    expect(signer.isKept).toBe(false)
    expect((await key.signer()).publicKey).toBe(signer.publicKey)
    expect((await new SigningKey(secrets).signer()).publicKey).not.toBe(signer.publicKey)
  }
)

test('a key that is not readable is left alone', async () => {
  const secrets = new MemorySecrets()
  secrets.kept.set('evidence-signing-key', 'damaged')
  const signer = await new SigningKey(secrets).signer()
  expect(signer.isKept).toBe(false)
  expect(secrets.kept.get('evidence-signing-key')).toBe('damaged')
})
