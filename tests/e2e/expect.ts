import { expect as playwrightExpect, type Locator } from '@playwright/test'

/** Playwright's last is a second, and most conditions hold much sooner. */
const intervals = [50, 100, 150, 250]

const poll: typeof playwrightExpect.poll = (actual, options) => {
  const given = typeof options === 'string' ? { message: options } : options
  return playwrightExpect.poll(actual, { intervals, ...given })
}

/** As in the configuration. */
const patience = 15_000

type Assertion = (...words: unknown[]) => Promise<void>

const isText = (value: unknown) => typeof value === 'string' || value instanceof RegExp

/**
 * Waits without Playwright's assertion, which describes the element, or the whole page if it is missing, at each look.
 * Returns true if nothing is left to assert.
 */
async function isKnown(
  locator: Locator,
  isNot: boolean,
  name: string,
  words: readonly unknown[]
): Promise<boolean> {
  const { timeout = patience } = (words.at(-1) ?? {}) as { readonly timeout?: number }
  const [wanted, value] = words
  if (name === 'toBeVisible' || name === 'toBeHidden') {
    const state = (name === 'toBeVisible') === isNot ? 'hidden' : 'visible'
    await locator.waitFor({ state, timeout })
    return true
  }
  if (name === 'toHaveAttribute' && typeof wanted === 'string' && !isText(value)) {
    const wished = locator.page().locator(isNot ? `:not([${wanted}])` : `[${wanted}]`)
    await locator.and(wished).waitFor({ state: 'attached', timeout })
  }
  if (isNot || !isText(wanted)) return false
  const texts = [wanted as string | RegExp]
  if (name === 'toContainText') await playwrightExpect(locator).toContainText(texts, { timeout })
  if (name === 'toHaveText') await playwrightExpect(locator).toHaveText(texts, { timeout })
  return name === 'toHaveText'
}

const isLocator = (value: unknown): value is Locator =>
  typeof value === 'object' && value !== null && 'waitFor' in value

/** Its stack begins where the test is. */
function throwFromTest(error: Error): never {
  const lines = (error.stack ?? '').split('\n')
  error.stack = lines.filter((line) => !line.includes(import.meta.filename)).join('\n')
  throw error
}

function waitingFirst(assertions: object, locator: Locator, isNot = false): object {
  return new Proxy(assertions, {
    get(target, name, receiver): unknown {
      const found: unknown = Reflect.get(target, name, receiver)
      if (name === 'not') return waitingFirst(found as object, locator, true)
      if (typeof found !== 'function' || typeof name !== 'string') return found
      return async (...words: unknown[]) => {
        if (await isKnown(locator, isNot, name, words).catch(() => false)) return
        await (found as Assertion)(...words).catch(throwFromTest)
      }
    }
  })
}

export const expect = new Proxy(playwrightExpect, {
  get: (target, name, receiver) =>
    name === 'poll' ? poll : (Reflect.get(target, name, receiver) as unknown),
  apply(target, self, words: [unknown, ...unknown[]]) {
    const assertions = Reflect.apply(target, self, words) as object
    return isLocator(words[0]) ? waitingFirst(assertions, words[0]) : assertions
  }
})
