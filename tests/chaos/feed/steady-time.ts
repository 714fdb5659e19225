/** Milliseconds of one clock for all processes of a computer, which no test sets. */
export const steadyNow = (): number => Number(process.hrtime.bigint()) / 1e6
