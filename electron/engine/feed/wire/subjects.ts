import { serviceDigest, type ServiceNamed } from '../../connection'

/** What a feed is called on the bus. */
export interface FeedSubjects {
  readonly frames: string
  readonly beat: string
  /** Of all markets. */
  readonly keys: string
  readonly keyOf: (market: string) => string
  /** Of the stream that keeps frames and keyframes for a short time. */
  readonly stream: string
  /** In the key-value store of leases. */
  readonly lease: string
}

const feedRoot = 'leadline.v1'

/** Bytes with a meaning in subjects, as in URLs. */
const tokenOf = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[.*!'()~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  )

export function feedSubjects(service: ServiceNamed): FeedSubjects {
  const [environment, digest] = [tokenOf(service.environment), serviceDigest(service)]
  const base = `${feedRoot}.${environment}.${digest}`
  return {
    frames: `${base}.frames`,
    beat: `${base}.beat`,
    keys: `${base}.key.*`,
    keyOf: (market) => `${base}.key.${tokenOf(market)}`,
    stream: `leadline_v1_${digest}`,
    lease: digest
  }
}
