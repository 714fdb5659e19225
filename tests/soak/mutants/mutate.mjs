/**
 * @typedef {{ name: string, file: string, from: string, to: string, tests: string[] }} Mutant
 */

/**
 * The source with its one fault. The text to replace has to occur exactly once.
 * @param {string} source
 * @param {Pick<Mutant, 'name' | 'from' | 'to'>} mutant
 */
export function mutated(source, { name, from, to }) {
  const count = source.split(from).length - 1
  if (count !== 1) throw new Error(`Mutant "${name}": its text occurs ${count} times, not once.`)
  return source.replace(from, () => to)
}
