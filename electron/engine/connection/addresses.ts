import { isIP } from 'node:net'

export type AddressField = 'restBase' | 'tokenHost' | 'streamAddress'

interface Rule {
  readonly title: string
  readonly secure: string
  readonly plain: string
  readonly example: string
}

const rules: Record<AddressField, Rule> = {
  restBase: {
    title: 'REST base URL',
    secure: 'https:',
    plain: 'http:',
    example: 'https://api.example.com/v2'
  },
  tokenHost: { title: 'token host', secure: 'https:', plain: 'http:', example: 'https://auth.example.com' },
  streamAddress: { title: 'stream URL', secure: 'wss:', plain: 'ws:', example: 'wss://ws.example.com' }
}

type Judgement = { readonly address: string } | { readonly sentence: string }

/** 127.0.0.0/8, ::1 and localhost: what never leaves the computer. The host is as `URL` writes it. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}

/** Either the address as it is kept, without a slash at its end, or what is wrong with it. */
export function judgeAddress(field: AddressField, typed: string): Judgement {
  const { title, secure, plain, example } = rules[field]
  const text = typed.trim()
  if (text === '') return { sentence: `The ${title} is missing. It looks like ${example}.` }
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && !/[\s\\]/.test(text) ? parse(text) : null
  if (!url || url.hostname === '') {
    return { sentence: `The ${title} is not a valid URL. It looks like ${example}.` }
  }
  if (url.protocol === plain && !isLoopback(url.hostname)) {
    return {
      sentence: `The ${title} must begin with ${secure}//. Without encryption only this computer itself (localhost) is allowed.`
    }
  }
  if (url.protocol !== secure && url.protocol !== plain) {
    return { sentence: `The ${title} must begin with ${secure}//.` }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      sentence: `The ${title} must not hold a name or password; the client id and secret have fields of their own.`
    }
  }
  if (text.includes('#')) return { sentence: `The ${title} must not have a part after #.` }
  if (text.includes('?')) return { sentence: `The ${title} must not have a part after ?.` }
  const address =
    url.origin === 'null' ? null : `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
  if (address === null) return { sentence: `The ${title} is not a valid URL. It looks like ${example}.` }
  return judgePath(field, address)
}

function judgePath(field: AddressField, address: string): Judgement {
  if (field === 'restBase' && !address.endsWith('/v2')) {
    return {
      sentence: 'The REST base URL must end in /v2, the version of the interface that Leadline speaks.'
    }
  }
  if (field === 'tokenHost' && address.endsWith('/oauth2/token')) {
    return { sentence: 'The token host is written without /oauth2/token; Leadline adds that itself.' }
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
