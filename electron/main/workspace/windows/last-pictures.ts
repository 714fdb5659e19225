import type { BrowserWindow } from 'electron'
import type { LastPicture } from '#engine/workspace/last-pictures'
import type { WindowContent } from '#shared/contract/workspace/windows'
import { showsMarkets } from './content'
import type { WindowBounds } from './geometry'

interface PicturedWindow {
  readonly content: WindowContent
  readonly id: string
  readonly key: string
  readonly placement: WindowBounds
  readonly fullScreen: boolean
  readonly browser: Pick<BrowserWindow, 'getContentSize'>
}

/** In milliseconds. */
const maxWait = 1000
const parameter = 'picture'
const pictureFolder = '/last-pictures/'

/** Windows as they ended, which their pages show until they have painted the desk. */
export class LastPictures {
  /** By the ID of the window. */
  readonly #shown = new Map<string, LastPicture>()
  #onAllTaken: () => void = () => {}
  /** The windows have requested their pictures; scripts would delay them. */
  taken: Promise<void> = Promise.resolve()

  constructor(private readonly atStart: Map<string, LastPicture>) {}

  /** The page with the window's picture, if it has one of its size. */
  pageOf(page: string, { content, id, key, placement, fullScreen, browser }: PicturedWindow): string {
    const picture = this.atStart.get(key)
    this.atStart.delete(key)
    if (!picture || !showsMarkets(content)) return page
    const [width, height] = browser.getContentSize()
    // The system enlarges a window only once it is shown.
    const isFitting =
      placement.maximised || fullScreen || (picture.width === width && picture.height === height)
    if (!isFitting) return page
    if (this.#shown.size === 0)
      this.taken = new Promise((resolve) => {
        this.#onAllTaken = resolve
        setTimeout(resolve, maxWait)
      })
    this.#shown.set(id, picture)
    return `${page}?${parameter}=${id}`
  }

  /** The page that was requested, with its picture. */
  addTo(html: string, { searchParams }: URL): string {
    const id = searchParams.get(parameter)
    const picture = this.#shown.get(id ?? '')
    if (!picture) return html
    const { width, height } = picture
    return html.replace(' hidden', ` src="${pictureFolder}${id}.jpg" width="${width}" height="${height}"`)
  }

  /** Once, so that a reload has none. */
  take({ pathname }: URL): Buffer | null {
    if (!pathname.startsWith(pictureFolder)) return null
    const id = pathname.slice(pictureFolder.length, -'.jpg'.length)
    const picture = this.#shown.get(id)
    this.#shown.delete(id)
    if (this.#shown.size === 0) this.#onAllTaken()
    return picture?.jpeg ?? null
  }
}
