const pattern =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/

export const isVersion = (text: string) => text.length <= 60 && pattern.test(text)

/** Negative if the first version is older, as Semantic Versioning orders them. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at += 1) {
    const difference = first.numbers[at]! - second.numbers[at]!
    if (difference !== 0) return difference
  }
  if (first.labels === null || second.labels === null)
    return Number(first.labels === null) - Number(second.labels === null)
  return compareLabels(first.labels, second.labels)
}

function partsOf(version: string) {
  const [, major, minor, patch, labels] = pattern.exec(version) ?? []
  return { numbers: [Number(major), Number(minor), Number(patch)], labels: labels?.split('.') ?? null }
}

const isNumber = (label: string) => /^\d+$/.test(label)

function compareLabels(one: readonly string[], other: readonly string[]): number {
  for (const [at, label] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    if (label === against) continue
    if (isNumber(label) && isNumber(against)) {
      const difference = BigInt(label) - BigInt(against)
      if (difference !== 0n) return difference < 0n ? -1 : 1
      continue
    }
    if (isNumber(label) !== isNumber(against)) return isNumber(label) ? -1 : 1
    return label < against ? -1 : 1
  }
  return one.length - other.length
}
