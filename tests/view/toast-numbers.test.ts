import { fireEvent, screen, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '#renderer/lib/state/toasts.svelte'
import { dialog, show } from './support/show'
import { someRow, withRows } from './statements/some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
})

const withDots = () => {
  const main = withRows([someRow()])
  main.settings = { ...main.settings, numbers: '1.234,56' }
  return main
}
const toast = async (text: string) => expect(await screen.findByText(text)).toBeDefined()

describe('toasts use the number format of the settings', () => {
  it('for compared statements', async () => {
    const main = withDots()
    const counts = { same: 1234, partly: 0, differs: 5678, gone: 0, failed: 0 }
    main.answers['statements.compare'] = () => ({
      counts,
      elsewhere: 2345,
      sentence: null,
      state: main.statements
    })
    await show(`#/statements/${someRow().id}`, main)
    const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
    await fireEvent.click(drawer.getByRole('button', { name: 'Compare with the service' }))
    await toast(
      'Compared with the service: 1.234 match, 5.678 differ, 2.345 were skipped (moved, or of another connection).'
    )
  })

  it('for an export', async () => {
    const main = withDots()
    main.answers['statements.export'] = () => ({ statements: 1234, files: 2468, path: '/a.zip' })
    const { desk } = await show('#/statements', main)
    await screen.findByRole('grid', { name: 'Statements' })
    desk.commands.run('statements.export')
    const { getByRole } = await dialog('Export a period as ZIP')
    await fireEvent.click(getByRole('button', { name: 'Export…' }))
    await toast('1.234 statements with 2.468 files saved to /a.zip.')
  })

  it('for alerts', () => {
    const toasts = new Toasts()
    const log = { label: 'Show', run: () => undefined }
    for (let fired = 1; fired <= 1234; fired++) toasts.alert(String(fired), '', log, '1.234,56')
    expect(toasts.list.map(({ sentence }) => sentence)).toEqual(['1.234 alerts fired'])
    toasts.dispose()
  })
})
