import { X509Certificate } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { hasStrongKey } from './certificate'
import { isSignedStrongly } from './verify-chain'

interface SecureTarget {
  readonly host: string
  /** If it differs from the host. */
  readonly servername?: string | undefined
}

/**
 * TLS over a connected socket. Every option is explicit, because NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS could
 * disable checks or log keys.
 */
export async function secureSocket(
  way: Socket,
  { host, servername }: SecureTarget,
  authorities: readonly string[],
  milliseconds: number
): Promise<Socket> {
  const socket = connect({
    socket: way,
    host,
    ca: [...authorities],
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(isIP(host) ? {} : { servername: servername || host })
  })
  socket.removeAllListeners('keylog')
  await connected(socket, 'secureConnect', milliseconds)
  const problem = weakness(socket)
  if (!problem) return socket
  socket.destroy()
  throw problem
}

/** Node accepts keys and signatures that Chromium refuses. */
function weakness(socket: TLSSocket): Error | null {
  let shown: DetailedPeerCertificate = socket.getPeerCertificate(true)
  for (let count = 0; count < 10; count += 1) {
    const certificate = new X509Certificate(shown.raw)
    const issuer = shown.issuerCertificate as DetailedPeerCertificate | undefined
    const isRoot = !issuer || issuer === shown || issuer.fingerprint256 === shown.fingerprint256
    if (!hasStrongKey(certificate) || !(isRoot || isSignedStrongly(certificate))) {
      return Object.assign(new Error('A certificate has a weak key or signature'), { code: 'ERR_CERT_WEAK' })
    }
    if (isRoot) return null
    shown = issuer
  }
  return null
}

export function connected(socket: Socket, event: string, milliseconds: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      socket.destroy(Object.assign(new Error('The connection took too long'), { code: 'ETIMEDOUT' }))
    }, milliseconds)
    socket.once(event, () => {
      clearTimeout(limit)
      socket.off('error', refuse)
      resolve(socket)
    })
    const refuse = (problem: Error) => {
      clearTimeout(limit)
      reject(problem)
    }
    socket.once('error', refuse)
  })
}
