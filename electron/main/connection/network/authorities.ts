import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface AuthorityPorts {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly warn: (sentence: string) => void
}

/** Linux bundles that administrators extend; Chromium does not read them. */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem'
]

const block = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g

/** Certificates trusted by the user or administrator, as PEM. */
export function extraAuthorities({ platform, environment, warn }: AuthorityPorts): string[] {
  const found = new Set<string>()
  // A package does not see the first: Electron removes it with NODE_OPTIONS.
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
