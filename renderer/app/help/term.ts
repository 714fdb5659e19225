export const glossaryGroups = ['Market', 'Desk', 'Records', 'Connection'] as const

export interface Term {
  readonly name: string
  readonly meaning: string
  readonly group: (typeof glossaryGroups)[number]
}
