/** The first releases with the security fixes of 2026, by line; any line after the last one has them. */
const fixed: readonly (readonly [major: number, minor: number, patch: number])[] = [
  [2, 11, 16],
  [2, 12, 7],
  [2, 14, 0]
]

/** Whether a server lacks fixes; one that does not say its version counts as old. */
export function isOldServer(version: string): boolean {
  const match = /^v?(\d{1,4})\.(\d{1,4})\.(\d{1,6})/.exec(version)
  if (!match) return true
  const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number]
  const line = fixed.find((each) => each[0] === major && each[1] === minor)
  if (line) return patch < line[2]
  const [lastMajor, lastMinor] = fixed.at(-1)!
  return major < lastMajor || (major === lastMajor && minor < lastMinor)
}
