import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface AuthorityPorts {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A file that was named and cannot be used. */
  readonly warn: (sentence: string) => void
}

/** Where Linux distributions keep the bundle that their administrators add to; Chromium does not look there. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem'
]

const block = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g

/** Certificates that the person or the administrator trusts besides those that are built in, as PEM texts. */
export function extraAuthorities({ platform, environment, warn }: AuthorityPorts): string[] {
  const found = new Set<string>()
  for (const name of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']) {
    const file = environment[name]
    if (!file) continue
    const certificates = read(file)
    if (certificates === null || certificates.length === 0)
      warn(`${name} names ${file}, which contains no certificate.`)
    for (const certificate of certificates ?? []) found.add(certificate)
  }
  if (platform === 'linux' && !environment['SSL_CERT_FILE']) {
    for (const file of systemBundles) {
      const certificates = read(file)
      if (certificates === null) continue
      for (const certificate of certificates) found.add(certificate)
      break
    }
  }
  return [...found]
}

function read(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').match(block) ?? []
  } catch {
    return null
  }
}

export function parseCertificates(texts: readonly string[]): X509Certificate[] {
  return texts.flatMap((text) => {
    try {
      return [new X509Certificate(text)]
    } catch {
      return []
    }
  })
}
