import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { freshFolder } from '../../../../integration/support/folder'
import { run } from './run'

const config = `
[tsa]
default_tsa = own
[own]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
digests = sha256
default_policy = 1.2.3.4
ordering = yes
ess_cert_id_alg = sha256
`

/** A time-stamping authority of OpenSSL. */
export class Authority {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<Authority> {
    const folder = await freshFolder()
    await writeFile(path.join(folder, 'tsa.cnf'), config)
    await writeFile(path.join(folder, 'serial'), '01\n')
    const make = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2'
    ]
    const names = ['-subj', '/CN=Test authority', '-keyout', 'tsa.key', '-out', 'tsa.pem']
    const extension = ['-addext', 'extendedKeyUsage=critical,timeStamping']
    await run('openssl', [...make, ...names, ...extension], { cwd: folder })
    return new Authority(folder)
  }

  async reply(request: Uint8Array): Promise<Buffer> {
    const work = await freshFolder()
    const [query, reply] = [path.join(work, 'query'), path.join(work, 'reply')]
    await writeFile(query, request)
    const args = ['ts', '-reply', '-queryfile', query, '-config', 'tsa.cnf', '-section', 'own', '-out', reply]
    await run('openssl', args, { cwd: this.folder })
    return readFile(reply)
  }

  /** What OpenSSL says of a time stamp. */
  async verify(data: string, reply: string): Promise<string> {
    const trusted = path.join(this.folder, 'tsa.pem')
    const { stdout, stderr } = await run('openssl', [
      'ts',
      '-verify',
      '-data',
      data,
      '-in',
      reply,
      '-CAfile',
      trusted
    ])
    return stdout + stderr
  }
}

interface Answer {
  readonly status?: number
  readonly body: Uint8Array
}

/** On loopback; with what it was asked. */
export async function serveStamps(answer: (request: Buffer) => Promise<Answer>) {
  const requests: Buffer[] = []
  const server = createServer((request, response) => {
    void buffer(request).then(async (asked) => {
      requests.push(asked)
      const { status = 200, body } = await answer(asked)
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, requests, close }
}
