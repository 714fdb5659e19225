import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, expect, it } from 'vitest'
import type { Target, TargetsBridge, TargetsState } from '#shared/contract/market/delivery'
import { TargetsModel } from '../../../renderer/app/targets/targets.svelte'
import TargetsPage from '../../../renderer/app/targets/TargetsPage.svelte'

const pager: Target = {
  kind: 'command',
  id: 'one',
  name: 'Pager',
  isOn: true,
  program: '/usr/bin/page',
  args: ['--title', '{market}']
}
const ops: Target = { kind: 'webhook', id: 'two', name: 'Ops', isOn: false, url: 'https://ops.example.com/x' }

let state: TargetsState
let calls: [string, unknown][]
let answers: Record<string, unknown>
beforeEach(() => {
  calls = []
  state = {
    targets: [
      { target: pager, hasSecret: false },
      { target: ops, hasSecret: true }
    ],
    problem: null,
    notSaved: null,
    appearance: { theme: 'light', palette: 'standard', motion: 'full' }
  }
  answers = {}
})

async function show() {
  const bridge = (method: string, payload?: unknown) => {
    calls.push([method, payload])
    return Promise.resolve(answers[method] ?? { ok: true, value: state })
  }
  render(TargetsPage, { model: new TargetsModel(bridge as unknown as TargetsBridge) })
  await screen.findByText(state.targets.length === 0 ? 'No targets yet' : 'Pager')
}
const payloads = (method: string) => calls.filter(([name]) => name === method).map(([, payload]) => payload)
const refuse = (code: string, sentence: string) => ({
  ok: false,
  error: { code, sentence, retryable: false }
})

it('saves a command with one argument per line, and shows at its field what main refuses', async () => {
  state = { ...state, targets: [] }
  await show()
  await fireEvent.click(screen.getByRole('button', { name: 'Command' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'New command' }))
  await fireEvent.input(sheet.getByLabelText('Name'), { target: { value: 'Pager' } })
  await fireEvent.input(sheet.getByLabelText('Program'), { target: { value: 'page' } })
  await fireEvent.input(sheet.getByLabelText('Arguments'), { target: { value: '--title\n{market}\n a b ' } })
  answers['save'] = refuse('delivery.program', 'The path must be complete.')
  await fireEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await sheet.findByText('The path must be complete.')
  expect(sheet.getByLabelText('Program').getAttribute('aria-invalid')).toBe('true')
  answers['save'] = { ok: true, value: { id: 'one', secret: null, state } }
  await fireEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New command' })).toBeNull())
  expect(payloads('save').at(-1)).toEqual({
    id: null,
    draft: {
      kind: 'command',
      name: 'Pager',
      program: 'page',
      args: ['--title', '{market}', ' a b '],
      isOn: true
    }
  })
})

it('edits a target, and shows its new secret once', async () => {
  await show()
  await fireEvent.click(screen.getByRole('button', { name: 'Edit: Ops' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  expect(sheet.getByLabelText<HTMLInputElement>('URL').value).toBe('https://ops.example.com/x')
  await fireEvent.input(sheet.getByLabelText('URL'), { target: { value: 'https://new.example.com/' } })
  answers['save'] = { ok: true, value: { id: 'two', secret: 'shown-once', state } }
  await fireEvent.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Secret').value).toBe('shown-once'))
  expect(payloads('save')).toEqual([
    { id: 'two', draft: { kind: 'webhook', name: 'Ops', url: 'https://new.example.com/', isOn: false } }
  ])
})

it('switches targets, and back if main refuses', async () => {
  await show()
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'On: Ops' })
  answers['switch'] = refuse('delivery.secret', 'This webhook has no secret.')
  await fireEvent.click(toggle)
  await screen.findByText('This webhook has no secret.')
  expect(toggle.checked).toBe(false)
  expect(payloads('switch')).toEqual([{ id: 'two', isOn: true }])
})

it('tests a target, and shows what a command wrote', async () => {
  await show()
  answers['test'] = {
    ok: true,
    value: { isDelivered: false, sentence: 'The command exited with code 2.', output: 'no route' }
  }
  await fireEvent.click(screen.getByRole('button', { name: 'Send test: Pager' }))
  await screen.findByText('The command exited with code 2.')
  expect(screen.getByText('no route')).toBeTruthy()
  expect(payloads('test')).toEqual([{ id: 'one' }])
})

it('asks before it deletes', async () => {
  await show()
  await fireEvent.click(screen.getByRole('button', { name: 'Delete: Pager' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Delete target?' }))
  await fireEvent.click(sheet.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(payloads('remove')).toEqual([{ id: 'one' }]))
})

it('says why no target is on, and in which theme', async () => {
  state = { ...state, problem: 'delivery.json was changed outside Leadline.' }
  await show()
  expect(screen.getByRole('alert').textContent).toContain('delivery.json was changed')
  expect(document.documentElement.dataset['theme']).toBe('light')
})

it('asks before it replaces a secret', async () => {
  await show()
  answers['newSecret'] = { ok: true, value: { id: 'two', secret: 'replaced', state } }
  await fireEvent.click(screen.getByRole('button', { name: 'New secret: Ops' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Replace secret?' }))
  expect(payloads('newSecret')).toEqual([])
  await fireEvent.click(sheet.getByRole('button', { name: 'New secret' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Secret').value).toBe('replaced'))
  answers['copy'] = { ok: true, value: null }
  await fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(payloads('copy')).toEqual([{ text: 'replaced' }])
})
