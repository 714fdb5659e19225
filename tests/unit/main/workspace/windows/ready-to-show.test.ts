import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { onReadyToShow } from '#main/workspace/windows/ready-to-show'

function open(environment: Record<string, string>) {
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    gone: false,
    isDestroyed: () => window.gone
  })
  let shown = 0
  onReadyToShow(window, environment, () => shown++)
  return { window, shown: () => shown }
}

it('shows a window once, when it is painted', () => {
  const { window, shown } = open({ DISPLAY: ':0' })
  window.webContents.emit('did-finish-load')
  expect(shown()).toBe(0)
  window.emit('ready-to-show')
  expect(shown()).toBe(1)
})

it.each([{ WAYLAND_DISPLAY: 'wayland-0' }, { XDG_SESSION_TYPE: 'wayland' }])(
  'shows a loaded window on Wayland, where a hidden one may never be painted',
  (environment) => {
    const { window, shown } = open(environment)
    window.webContents.emit('did-finish-load')
    expect(shown()).toBe(1)
    window.emit('ready-to-show')
    expect(shown()).toBe(1)
  }
)

it('does not show a closed window', () => {
  const { window, shown } = open({})
  window.gone = true
  window.emit('ready-to-show')
  expect(shown()).toBe(0)
})
