import { fail, ProblemError } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'

interface Fault {
  readonly marks: RegExp
  readonly code: string
  readonly sentence: (host: string) => string
  readonly retryable: boolean
}

/** Chromium reports `net::ERR_…`, Node an error code. The first match wins. */
const faults: readonly Fault[] = [
  {
    marks: /ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID/,
    code: 'network.certificate-name',
    sentence: networkText.certificateName,
    retryable: false
  },
  {
    marks: /ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    code: 'network.certificate-date',
    sentence: networkText.certificateDate,
    retryable: false
  },
  {
    marks:
      /ERR_CERT_AUTHORITY_INVALID|SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|CERT_UNTRUSTED/,
    code: 'network.certificate-authority',
    sentence: networkText.certificateAuthority,
    retryable: false
  },
  {
    marks: /ERR_CERT_|CERT_REVOKED|CERT_SIGNATURE_FAILURE/,
    code: 'network.certificate',
    sentence: networkText.certificate,
    retryable: false
  },
  {
    marks: /ERR_SSL_|EPROTO|WRONG_VERSION_NUMBER/,
    code: 'network.tls',
    sentence: networkText.tls,
    retryable: false
  },
  {
    marks: /ERR_PROXY_|ERR_TUNNEL_CONNECTION_FAILED|ERR_NO_SUPPORTED_PROXIES/,
    code: 'network.proxy',
    sentence: networkText.proxy,
    retryable: true
  },
  {
    marks: /ERR_CONNECTION_REFUSED|ECONNREFUSED/,
    code: 'network.refused',
    sentence: networkText.refused,
    retryable: true
  },
  {
    marks: /ERR_NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN/,
    code: 'network.name',
    sentence: networkText.unknownHost,
    retryable: true
  },
  {
    marks: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ENETUNREACH|EHOSTUNREACH|ERR_ADDRESS_UNREACHABLE/,
    code: 'network.offline',
    sentence: networkText.offline,
    retryable: true
  },
  {
    marks:
      /ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT/,
    code: 'network.timeout',
    sentence: networkText.timeout,
    retryable: true
  },
  {
    marks:
      /ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_CONNECTION_ABORTED|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ECONNRESET|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|EPIPE/,
    code: 'network.closed',
    sentence: networkText.closed,
    retryable: true
  },
  {
    // Node has no code for a body that ended early.
    marks: /ERR_CONTENT_DECODING|Z_DATA_ERROR|Z_BUF_ERROR|ERR__?ERROR_FORMAT|unexpected end of file/,
    code: 'network.encoding',
    sentence: networkText.encoding,
    retryable: true
  },
  {
    marks: /redirect/i,
    code: 'network.redirect',
    sentence: networkText.redirect,
    retryable: false
  }
]

export function networkProblem(thrown: unknown, host: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  const text = chainOf(thrown)
  const fault = faults.find((candidate) => candidate.marks.test(text))
  return fault
    ? fail(fault.code, fault.sentence(host), { retryable: fault.retryable, detail: text })
    : fail('network.failed', networkText.failed(host), { retryable: true, detail: text })
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
