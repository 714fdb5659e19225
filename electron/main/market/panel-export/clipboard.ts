import * as electron from 'electron'

/** The older runtime of tests supports images, the shipped one items. */
export async function copyPng(png: Buffer): Promise<void> {
  const writeImage: unknown = Reflect.get(electron.clipboard, 'writeImage')
  if (typeof writeImage === 'function') {
    Reflect.apply(writeImage, electron.clipboard, [electron.nativeImage.createFromBuffer(png)])
    return
  }
  const picture = new Blob([new Uint8Array(png)], { type: 'image/png' })
  await electron.clipboard.write([new electron.ClipboardItem({ 'image/png': picture })])
}
