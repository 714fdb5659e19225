import type { SandboxDescription } from '#sandbox/index'
import type { Problem } from '#shared/domain/base/problem'

export type SandboxRequest =
  | { readonly kind: 'start'; readonly anchor: string; readonly rate?: number }
  | { readonly kind: 'stop' }

export type SandboxReply =
  | { readonly kind: 'ready'; readonly description: SandboxDescription }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'log'; readonly text: string }
