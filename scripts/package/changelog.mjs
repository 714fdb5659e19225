const heading = /^## +\[?([^\]\s]+)\]?/

/**
 * The section of a version in CHANGELOG.md, without its heading.
 * @param {string} changelog
 * @param {string} version
 * @returns {string | null}
 */
export function sectionOf(changelog, version) {
  const lines = changelog.split(/\r?\n/)
  const start = lines.findIndex((line) => heading.exec(line)?.[1] === version)
  if (start < 0) return null
  const length = lines.slice(start + 1).findIndex((line) => heading.test(line))
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim()
}

/**
 * The changes of a version; those not released yet if it has no section.
 * @param {string} changelog
 * @param {string} version
 */
export const notesOf = (changelog, version) =>
  sectionOf(changelog, version) ?? sectionOf(changelog, 'Unreleased') ?? ''
