export const scheme = 'app'
const host = 'leadline'
/** A development server replaces it only in development builds. */
export const origin = `${scheme}://${host}`
export const startPage = `${origin}/index.html`
/** Invisible; plays one sound. */
export const soundPage = `${origin}/sound.html`
/** Of the window of alert targets alone. */
export const targetsPage = `${origin}/targets.html`
/** Chromium's PDF viewer. */
export const viewerAddress = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/'

/** By parts, because `new URL` returns "null" as the origin of custom schemes. */
export function isOwnAddress(address: string, own: string = origin): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const ours = new URL(own)
  return url.protocol === ours.protocol && url.host === ours.host && !url.username && !url.password
}
