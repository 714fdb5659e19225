import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createAccount, createUser } from '@nats-io/nkeys'
import { beforeEach, expect, test } from 'vitest'
import { identityOf } from '#engine/connection/index'
import { readAuthorityFile, readKeyFile } from '#engine/connection/feed-files'
import { userToken } from '#engine/feed/desk/jwt'
import { certificate } from '../../../integration/support/certificates'
import { freshFolder } from '../../../integration/support/folder'

const account = createAccount()
const user = createUser()
const seed = Buffer.from(user.getSeed()).toString()
const now = Date.now()
const seconds = Math.floor(now / 1000)
const jwt = (expires?: number) =>
  userToken(account, {
    key: user.getPublicKey(),
    name: 'seat',
    issuedAt: seconds,
    expires,
    permissions: { publish: [], subscribe: [] }
  })
const credentials = (token: string) =>
  `-----BEGIN NATS USER JWT-----\n${token}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})
async function fileWith(content: string | Buffer): Promise<string> {
  const file = path.join(folder, 'chosen')
  await writeFile(file, content)
  return file
}

test('the key of a credentials file, or of a seed alone, is the one that a connection uses', async () => {
  const token = jwt(seconds + 60)
  const read = await readKeyFile(await fileWith(credentials(token)), now)
  expect(identityOf(read)).toEqual({ nkeySeed: seed, jwt: token })
  expect(identityOf(await readKeyFile(await fileWith(`${seed}\n`), now))).toEqual({ nkeySeed: seed })
})

test('a file without a key of a user, or with an expired one, says so', async () => {
  const wrong = { problem: { sentence: expect.stringContaining('has no key of a user') } }
  const ofAccount = Buffer.from(account.getSeed()).toString()
  for (const content of ['', 'SU', ofAccount, seed.toLowerCase(), `X${seed}`, jwt()])
    await expect(readKeyFile(await fileWith(content), now)).rejects.toMatchObject(wrong)
  const expired = { problem: { sentence: expect.stringContaining('expired on 20') } }
  await expect(readKeyFile(await fileWith(credentials(jwt(seconds - 1))), now)).rejects.toMatchObject(expired)
  // Claims that cannot be read are the server's to judge.
  await expect(readKeyFile(await fileWith(credentials('eyJ0.bm8.c2ln')), now)).resolves.toContain(seed)
  const unreadable = { problem: { sentence: expect.stringContaining('cannot be read') } }
  await expect(readKeyFile(folder, now)).rejects.toMatchObject(unreadable)
  await expect(readKeyFile(await fileWith(Buffer.alloc(70_000)), now)).rejects.toMatchObject(unreadable)
})

test('of an authority file only the certificates are kept, and wrong or expired ones are refused', async () => {
  const pem = certificate('authority')
  const secret = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n'
  const kept = await readAuthorityFile(await fileWith(`${secret}${pem}`), now)
  expect(kept.trim()).toBe(pem.trim())
  const sentence = async (content: string) =>
    readAuthorityFile(await fileWith(content), now).then(
      () => '',
      (thrown: Error & { problem: { sentence: string } }) => thrown.problem.sentence
    )
  expect(await sentence(secret)).toContain('is not a certificate')
  expect(await sentence('-----BEGIN CERTIFICATE-----\nMIGH\n-----END CERTIFICATE-----\n')).toContain(
    'is not a certificate'
  )
  expect(await sentence(certificate('expired'))).toContain('have expired')
  expect(await sentence(pem.repeat(500))).toContain('too many certificates')
})
