import { glossaryText } from '../../messages/glossary'

type Group = keyof typeof glossaryText.groups

export const glossaryGroups = Object.keys(glossaryText.groups) as Group[]

interface Term {
  readonly name: string
  readonly meaning: string
  readonly group: Group
}

export const glossary: readonly Term[] = glossaryGroups.flatMap((group) =>
  Object.entries(glossaryText.terms[group]).map(([name, meaning]) => ({ name, meaning, group }))
)

/** Terms that contain every typed word. */
export function findTerms(terms: readonly Term[], typed: string): readonly Term[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string, word: string) => text.toLowerCase().includes(word)
  const found = terms.filter((term) => words.every((word) => has(`${term.name} ${term.meaning}`, word)))
  const named = (term: Term) => words.length > 0 && words.every((word) => has(term.name, word))
  return [...found.filter(named), ...found.filter((term) => !named(term))]
}
