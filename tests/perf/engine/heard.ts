/** A sink, so that results are not optimized away. */
const heard = new Float64Array(1)

export function hear(result: number): void {
  heard[0]! += result
}

export const allHeard = () => heard[0]
