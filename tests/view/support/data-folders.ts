import type { DataFolder } from '#shared/contract/app/data'

export const someFolders: readonly DataFolder[] = [
  {
    kind: 'settings',
    title: 'Settings',
    path: '/home/me/leadline/settings.json',
    bytes: 420,
    clearing: null
  },
  {
    kind: 'logs',
    title: 'Log',
    path: '/home/me/leadline/logs',
    bytes: 1_250_000,
    clearing: 'The log of this and earlier days is deleted.'
  }
]
