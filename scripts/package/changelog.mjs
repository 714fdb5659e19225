const heading = /^## +\[?([^\]\s]+)\]?(?:.*?(\d{4}-\d{2}-\d{2}))?/

/** @typedef {{ version: string, released: string | null, text: string }} Section */

/**
 * The sections of CHANGELOG.md in its order, without their headings.
 * @param {string} changelog
 */
function sectionsOf(changelog) {
  /** @type {(Section & { lines: string[] })[]} */
  const sections = []
  for (const line of changelog.split(/\r?\n/)) {
    const [, version, released = null] = heading.exec(line) ?? []
    if (version !== undefined) sections.push({ version, released, text: '', lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
}

/**
 * The section of a version.
 * @param {string} changelog
 * @param {string} version
 * @returns {string | null}
 */
export const sectionOf = (changelog, version) =>
  sectionsOf(changelog).find((section) => section.version === version)?.text ?? null

/**
 * The changes of a version and of those before it; for a version without a section, those not released yet.
 * @param {string} changelog
 * @param {string} version
 * @returns {Section[]}
 */
export function notesOf(changelog, version) {
  const all = sectionsOf(changelog)
  const released = all.filter((section) => section.version !== 'Unreleased')
  if (released.some((section) => section.version === version)) return released
  const unreleased = all.find((section) => section.version === 'Unreleased')
  return [{ version, released: null, text: unreleased?.text ?? '' }, ...released]
}
