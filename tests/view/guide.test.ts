import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import { FakeMain } from './support/bridge'
import { press, show } from './support/show'

async function showGuide() {
  const main = new FakeMain()
  main.settings = { ...main.settings, guideDone: false }
  await show('#/connections', main)
  const guide = await screen.findByRole('dialog', { name: 'Welcome to Leadline' })
  return { main, guide }
}
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }))

it('points to the described parts', async () => {
  const box = { left: 10, top: 20, width: 100, height: 20 }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect)
  await showGuide()
  expect(document.querySelectorAll('.ring')).toHaveLength(0)
  await next()
  await next()
  await screen.findByRole('dialog', { name: 'Always know where you are' })
  const words = [...document.querySelectorAll('.ring')].map(({ textContent }) => textContent.trim())
  expect(words).toEqual(['Environment', 'Connection status'])
})

it('ends with Esc and focuses the view', async () => {
  const { main } = await showGuide()
  await next()
  expect(document.activeElement?.textContent).toBe('Start without an account')
  await press('Escape')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull())
  expect(main.settings.guideDone).toBe(true)
  expect(document.activeElement?.id).toBe('main')
})

it('ends with Esc without focus', async () => {
  await showGuide()
  expect(document.activeElement).toBe(document.body)
  await press('Escape')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull())
})
