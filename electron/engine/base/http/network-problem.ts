import { fail, ProblemError } from '#shared/domain/base/problem'

interface Fault {
  readonly marks: RegExp
  readonly code: string
  readonly sentence: (host: string) => string
  readonly retryable: boolean
}

/** Names from both stacks: Chromium writes `net::ERR_…`, Node an error code. The first that matches wins. */
const faults: readonly Fault[] = [
  {
    marks: /ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID/,
    code: 'network.certificate-name',
    sentence: (host) =>
      `The certificate that ${host} shows was issued for another name, so nothing was sent.`,
    retryable: false
  },
  {
    marks: /ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    code: 'network.certificate-date',
    sentence: (host) =>
      `The certificate of ${host} has expired or is not valid yet, so nothing was sent. Is this computer's clock right?`,
    retryable: false
  },
  {
    marks:
      /ERR_CERT_AUTHORITY_INVALID|SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|CERT_UNTRUSTED/,
    code: 'network.certificate-authority',
    sentence: (host) =>
      `The certificate of ${host} comes from an authority that this computer does not trust, so nothing was sent. If it is your organisation's own, add it to the system or name its file in NODE_EXTRA_CA_CERTS.`,
    retryable: false
  },
  {
    marks: /ERR_CERT_|CERT_REVOKED|CERT_SIGNATURE_FAILURE/,
    code: 'network.certificate',
    sentence: (host) => `The certificate of ${host} is not acceptable, so nothing was sent.`,
    retryable: false
  },
  {
    marks: /ERR_SSL_|EPROTO|WRONG_VERSION_NUMBER/,
    code: 'network.tls',
    sentence: (host) => `${host} does not speak TLS as it should. Is the address right, with its port?`,
    retryable: false
  },
  {
    marks: /ERR_PROXY_|ERR_TUNNEL_CONNECTION_FAILED|ERR_NO_SUPPORTED_PROXIES/,
    code: 'network.proxy',
    sentence: (host) => `The system's proxy did not let the request to ${host} through.`,
    retryable: true
  },
  {
    marks: /ERR_CONNECTION_REFUSED|ECONNREFUSED/,
    code: 'network.refused',
    sentence: (host) => `Nothing answers at ${host}: the connection was refused.`,
    retryable: true
  },
  {
    marks: /ERR_NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN/,
    code: 'network.name',
    sentence: (host) => `The name ${host} could not be found. Is it spelt right, and is there a network?`,
    retryable: true
  },
  {
    marks: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ENETUNREACH|EHOSTUNREACH|ERR_ADDRESS_UNREACHABLE/,
    code: 'network.offline',
    sentence: (host) => `${host} cannot be reached: this computer seems to have no network.`,
    retryable: true
  },
  {
    marks:
      /ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT/,
    code: 'network.timeout',
    sentence: (host) => `${host} did not answer in time.`,
    retryable: true
  },
  {
    marks:
      /ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_CONNECTION_ABORTED|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ECONNRESET|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|EPIPE/,
    code: 'network.closed',
    sentence: (host) => `${host} closed the connection before it had answered in full.`,
    retryable: true
  },
  {
    // Node names its own library's faults, and has none for an end that came too early.
    marks: /ERR_CONTENT_DECODING|Z_DATA_ERROR|Z_BUF_ERROR|ERR__?ERROR_FORMAT|unexpected end of file/,
    code: 'network.encoding',
    sentence: (host) => `What ${host} sent is compressed and could not be unpacked: it is cut or damaged.`,
    retryable: true
  },
  {
    marks: /redirect/i,
    code: 'network.redirect',
    sentence: (host) =>
      `${host} sends on to another address. Leadline does not follow, so that secrets and tokens stay here.`,
    retryable: false
  }
]

/** Whatever a fetch was rejected with, as one sentence about `host`. */
export function networkProblem(thrown: unknown, host: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const text = chainOf(thrown)
  const fault = faults.find((candidate) => candidate.marks.test(text))
  return fault
    ? fail(fault.code, fault.sentence(host), { retryable: fault.retryable, detail: text })
    : fail('network.failed', `The request to ${host} failed on the way.`, { retryable: true, detail: text })
}

function chainOf(thrown: unknown): string {
  const parts: string[] = []
  for (let current = thrown, depth = 0; current instanceof Error && depth < 5; depth++) {
    parts.push('code' in current ? `${String(current.code)} ${current.message}` : current.message)
    if (current instanceof AggregateError) parts.push(...current.errors.map((inner) => chainOf(inner)))
    current = current.cause
  }
  return parts.join(' <- ') || 'thrown without a message'
}
