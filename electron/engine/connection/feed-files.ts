import { X509Certificate } from 'node:crypto'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, readReason } from '../base/files'

const maxKeyBytes = 64 * 1024
const maxAuthorityBytes = 1024 * 1024
/** As for what is kept of a connection. */
const maxAuthorityLength = 100_000
const userSeed = /\bSU[A-Z2-7]{56}\b/
const token = /eyJ[\w-]+\.([\w-]+)\.[\w-]+/
const certificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** The key in a NATS credentials file, or in a file with an NKey seed alone, as it is typed. */
export async function readKeyFile(file: string, now: number): Promise<string> {
  const content = await readText(file, maxKeyBytes, feedText.keyFile.unreadable)
  const seed = userSeed.exec(content)?.[0]
  if (seed === undefined) throw fail('feed.key-file', feedText.keyFile.wrong(file))
  const [jwt, claims] = token.exec(content) ?? []
  if (jwt === undefined || claims === undefined) return seed
  const expires = expiryOf(claims)
  if (expires !== null && expires <= now)
    throw fail('feed.key-file', feedText.keyFile.expired(file, new Date(expires)))
  return `${jwt} ${seed}`
}

/** The certificates in a file in PEM, and nothing else of it. */
export async function readAuthorityFile(file: string, now: number): Promise<string> {
  const content = await readText(file, maxAuthorityBytes, feedText.noAuthority)
  const found = content.match(certificate) ?? []
  if (found.length === 0) throw fail('feed.authority', feedText.authorityFile.wrong(file))
  const authority = `${found.join('\n')}\n`
  if (authority.length > maxAuthorityLength) throw fail('feed.authority', feedText.authorityFile.large(file))
  const ends = found.map((each) => expiryOfCertificate(each, file))
  const last = Math.max(...ends)
  if (last <= now) throw fail('feed.authority', feedText.authorityFile.expired(file, new Date(last)))
  return authority
}

async function readText(
  file: string,
  maxBytes: number,
  sentence: (file: string, reason: string) => string
): Promise<string> {
  try {
    return (await readPlainFile(file, maxBytes)).toString('utf8')
  } catch (thrown) {
    throw fail('feed.file', sentence(file, readReason(thrown)), { cause: thrown })
  }
}

/** In milliseconds since the epoch; null without one. The server decides; this only explains it earlier. */
function expiryOf(claims: string): number | null {
  try {
    const value = parseJson(Buffer.from(claims, 'base64url').toString('utf8'), { strict: true })
    const expires = typeof value === 'object' && value !== null && 'exp' in value ? value.exp : null
    return typeof expires === 'number' && expires > 0 ? expires * 1000 : null
  } catch {
    return null
  }
}

function expiryOfCertificate(pem: string, file: string): number {
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch (cause) {
    throw fail('feed.authority', feedText.authorityFile.wrong(file), { cause })
  }
}
