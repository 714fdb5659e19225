/** For a file that may have been removed meanwhile. */
export function ignoreMissing(problem: unknown): null {
  if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return null
  throw problem
}
