/** Loading the data of a format takes some milliseconds, which each process would need at its start. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Below it, numbers have no separator. */
const thousand = 1000

export function formatsOf(language: string) {
  const numbers = lazily(() => new Intl.NumberFormat(language))
  const plurals = lazily(() => new Intl.PluralRules(language))
  const lists = lazily(() => new Intl.ListFormat(language))
  /** English counts need no data. */
  const isPlain = (value: number | bigint) =>
    language === 'en' && value >= 0 && value < thousand && Number.isInteger(Number(value))

  const number = (value: number | bigint) => (isPlain(value) ? String(value) : numbers().format(value))

  const plural = (
    value: number,
    forms: { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }
  ) => forms[isPlain(value) ? (value === 1 ? 'one' : 'other') : plurals().select(value)] ?? forms.other

  /** For languages with one plural form. */
  const count = (value: number, one: string, other = `${one}s`, shown = number(value)) =>
    `${shown} ${plural(value, { one, other })}`

  const list = (parts: readonly string[]) => lists().format(parts)

  return { number, plural, count, list }
}

export const { number, plural, count, list } = formatsOf('en')

const systemLocale = lazily(() => new Intl.DateTimeFormat().resolvedOptions().locale)

/** The catalogue of the closest language, for example `de` for `de-AT`; English by default. */
export function choose<Texts>(
  catalogues: { readonly en: Texts; readonly [language: string]: NoInfer<Texts> },
  locale?: string
): Texts {
  if (Object.keys(catalogues).length === 1) return catalogues.en
  for (let parts = (locale ?? systemLocale()).split('-'); parts.length > 0; parts = parts.slice(0, -1)) {
    const texts = catalogues[parts.join('-')]
    if (texts !== undefined) return texts
  }
  return catalogues.en
}
