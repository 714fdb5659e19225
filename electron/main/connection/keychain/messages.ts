export type KeychainRequest =
  | { readonly id: number; readonly kind: 'get' | 'delete'; readonly account: string }
  | { readonly id: number; readonly kind: 'set'; readonly account: string; readonly secret: string }

export type KeychainReply =
  | { readonly id: number; readonly ok: true; readonly secret: string | null }
  | {
      readonly id: number
      readonly ok: false
      readonly reason: 'no-library' | 'failed'
      readonly detail: string
    }
