export const scheme = 'app'
const host = 'leadline'
/** The one origin that is ours. A development server stands in for it only where nothing is built or packaged. */
export const origin = `${scheme}://${host}`
export const startPage = `${origin}/index.html`
/** Makes one sound and shows nothing. */
export const soundPage = `${origin}/sound.html`
/** Chromium's own PDF viewer. */
export const viewerAddress = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/'

/** Compared by parts: `new URL` says "null" for the origin of a scheme it does not know. */
export function isOwnAddress(address: string, own: string = origin): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const ours = new URL(own)
  return url.protocol === ours.protocol && url.host === ours.host && !url.username && !url.password
}
