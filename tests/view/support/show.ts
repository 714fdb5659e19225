import { configure, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { onTestFinished } from 'vitest'
import App from '../../../renderer/App.svelte'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import { FakeMain } from './bridge'

configure({ getElementError: (message) => new Error(message ?? 'not found') })

export interface Shown {
  readonly main: FakeMain
  readonly desk: Desk
  readonly reported: unknown[]
}

export async function show(at = '#/connections', main = new FakeMain()): Promise<Shown> {
  window.location.hash = at
  const desk = createDesk(main.bridge, window)
  onTestFinished(startDesk(desk, window))
  const reported: unknown[] = []
  render(App, { desk, report: (thrown: unknown) => reported.push(thrown) })
  // A slim window has no views.
  await screen.findByRole('main')
  return { main, desk, reported }
}

export const press = async (key: string, held: KeyboardEventInit = {}) => {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
  await tick()
}

export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
