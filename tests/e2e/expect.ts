import { expect as playwrightExpect } from '@playwright/test'

/** Playwright's last is a second, and most conditions hold much sooner. */
const intervals = [50, 100, 150, 250]

const poll: typeof playwrightExpect.poll = (actual, options) => {
  const given = typeof options === 'string' ? { message: options } : options
  return playwrightExpect.poll(actual, { intervals, ...given })
}

export const expect = new Proxy(playwrightExpect, {
  get: (target, name, receiver) => (name === 'poll' ? poll : (Reflect.get(target, name, receiver) as unknown))
})
