import { isIP } from 'node:net'
import { connectionsText } from '#shared/messages/profiles'

export type AddressField = 'restBase' | 'tokenHost' | 'streamAddress'

interface Rule {
  readonly secure: string
  readonly plain: string
  readonly example: string
}

const rules: Record<AddressField, Rule> = {
  restBase: { secure: 'https:', plain: 'http:', example: 'https://api.example.com/v2' },
  tokenHost: { secure: 'https:', plain: 'http:', example: 'https://auth.example.com' },
  streamAddress: { secure: 'wss:', plain: 'ws:', example: 'wss://api.example.com/v2/stream' }
}

const texts = connectionsText.fields

type Judgement = { readonly address: string } | { readonly sentence: string }

/** 127.0.0.0/8, ::1 and localhost, as written by `URL`. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}

/** The normalized URL without a trailing slash, or an error. */
export function judgeAddress(field: AddressField, typed: string): Judgement {
  const { secure, plain, example } = rules[field]
  const title = texts.titles[field]
  const text = typed.trim()
  if (text === '') return { sentence: texts.missing(title, example) }
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && !/[\s\\]/.test(text) ? parse(text) : null
  if (!url || url.hostname === '') return { sentence: texts.notUrl(title, example) }
  if (url.protocol === plain && !isLoopback(url.hostname)) {
    return { sentence: texts.notEncrypted(title, secure) }
  }
  if (url.protocol !== secure && url.protocol !== plain) {
    return { sentence: texts.scheme(title, secure) }
  }
  if (url.username !== '' || url.password !== '') return { sentence: texts.credentials(title) }
  if (text.includes('#')) return { sentence: texts.fragment(title) }
  if (text.includes('?')) return { sentence: texts.query(title) }
  const address =
    url.origin === 'null' ? null : `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
  if (address === null) return { sentence: texts.notUrl(title, example) }
  return judgePath(field, address)
}

function judgePath(field: AddressField, address: string): Judgement {
  if (field === 'restBase' && !address.endsWith('/v2')) return { sentence: texts.version }
  if (field === 'tokenHost' && address.endsWith('/oauth2/token')) {
    return { sentence: texts.tokenPath }
  }
  return { address }
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
