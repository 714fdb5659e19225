type Fields = Record<string, unknown>

/** What turns a file of one version into the next: `steps[0]` makes version 1 of version 0. */
const steps: readonly ((older: Fields) => Fields)[] = [
  ({ dark, utc, ...rest }) => ({
    ...(typeof dark === 'boolean' ? { theme: dark ? 'dark' : 'light' } : {}),
    ...(typeof utc === 'boolean' ? { clock: utc ? 'utc' : 'local' } : {}),
    ...rest
  })
]

export const newestSettings = steps.length

export function upgradeSettings(older: Fields, version: number): Fields {
  const upgraded = steps.slice(Math.max(0, version)).reduce((fields, step) => step(fields), older)
  return { ...upgraded, version: newestSettings }
}
