import { execFile } from 'node:child_process'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { fail } from '#shared/domain/base/problem'
import { deskText } from '#shared/messages/desk'

const run = promisify(execFile)
/** Of the authority, which every seat has. */
const authorityDays = 3650
/** Of the server; browsers accept no more either. */
const serverDays = 825

/** Makes an authority for this desk alone, and the server's certificate, with the openssl program. */
export async function makeCertificates(
  folder: string,
  name: string,
  hosts: readonly string[]
): Promise<void> {
  const at = (file: string) => path.join(folder, file)
  const names = hosts.map((host) => (isIP(host) ? `IP:${host}` : `DNS:${host}`)).join(',')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await writeFile(at('server.ext'), `subjectAltName=${names}\nextendedKeyUsage=serverAuth\n`)
  const subject = (common: string) => ['-subj', `/CN=${common.replace(/[^\w .-]/g, '')}`]
  try {
    await run('openssl', [
      ...['req', '-x509', ...key, '-days', String(authorityDays), ...subject(`${name} authority`)],
      ...['-keyout', at('authority.key'), '-out', at('authority.pem')]
    ])
    await run('openssl', [
      ...['req', ...key, ...subject(hosts[0] ?? name)],
      ...['-keyout', at('server.key'), '-out', at('server.csr')]
    ])
    await run('openssl', [
      ...['x509', '-req', '-in', at('server.csr'), '-days', String(serverDays), '-extfile', at('server.ext')],
      ...[
        '-CA',
        at('authority.pem'),
        '-CAkey',
        at('authority.key'),
        '-CAcreateserial',
        '-out',
        at('server.pem')
      ]
    ])
    for (const file of ['authority.key', 'server.key']) await chmod(at(file), 0o600)
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw fail('desk.certificates', isMissing ? deskText.noOpenssl : deskText.opensslFailed, { cause })
  } finally {
    for (const file of ['server.ext', 'server.csr', 'authority.srl']) await rm(at(file), { force: true })
  }
}

export const authorityFile = (folder: string): string => path.join(folder, 'authority.pem')
