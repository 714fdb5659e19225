import { expect, it } from 'vitest'
import { deskContent } from '#main/workspace/windows/content'
import { LastPictures } from '#main/workspace/windows/last-pictures'

const page = 'app://leadline/index.html'
const html = '<body><img id="last-picture" hidden /><div id="app"></div></body>'
const jpeg = Buffer.from('picture')

const windowOf = (width: number, height: number, { maximised = false, fullScreen = false } = {}) => ({
  content: deskContent('markets'),
  id: 'window-1',
  key: 'desk 1',
  placement: { bounds: { x: 0, y: 0, width, height }, display: 1, maximised },
  fullScreen,
  browser: { getContentSize: () => [width, height] }
})
const pictures = () => new LastPictures(new Map([['desk 1', { width: 1280, height: 800, jpeg }]]))

it('shows a picture on the first load of its window, and not on a reload', () => {
  const last = pictures()
  const address = new URL(last.pageOf(page, windowOf(1280, 800)))
  const source = /src="([^"]*)" width="1280" height="800"/.exec(last.addTo(html, address))?.[1]
  const picture = new URL(source ?? '', page)
  expect(last.take(picture)).toEqual(jpeg)
  expect(last.take(picture)).toBeNull()
  expect(last.addTo(html, address)).toBe(html)
})

it('shows none with records or in a window of another size, except in one that grows once it is shown', () => {
  expect(pictures().pageOf(page, windowOf(1280, 801))).toBe(page)
  const records = { ...windowOf(1280, 800), content: deskContent('statements') }
  expect(pictures().pageOf(page, records)).toBe(page)
  for (const grown of [{ maximised: true }, { fullScreen: true }])
    expect(pictures().pageOf(page, windowOf(1000, 600, grown))).not.toBe(page)
})

it('shows a picture in its own window alone', () => {
  const last = pictures()
  expect(last.pageOf(page, { ...windowOf(1280, 800), key: 'desk 2' })).toBe(page)
  last.pageOf(page, windowOf(1280, 800))
  for (const other of ['', '?picture=window-2', '?picture=%22%3E']) {
    expect(last.addTo(html, new URL(page + other))).toBe(html)
    expect(last.take(new URL(page + other))).toBeNull()
  }
  expect(last.take(new URL('/last-pictures/window-2.jpg', page))).toBeNull()
})
