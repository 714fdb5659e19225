/** What `npm run soak -- NAME` can run: too long for `npm test`, and each a program of its own under tests/soak. */
export const soaks = [
  {
    name: 'sandbox',
    description:
      'eight clients of the local sandbox, two of them too slow: memory stays flat, no good one is cut off',
    script: 'tests/soak/sandbox.mjs'
  }
]
