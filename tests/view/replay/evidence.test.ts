import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EvidenceReport } from '#shared/contract/recording/evidence'
import { alertEvidenceMenu, replayMenu } from '#renderer/lib/replay-menu'
import { fail } from '#shared/domain/base/problem'
import { FakeMain } from '../support/bridge'
import { replayNow } from '../support/app-states'
import { dialog, press, show } from '../support/show'
import { showDesk } from '../desk/stage'
import { fired, ReplayStage } from './stage'

const stage = new ReplayStage()
const at = Date.UTC(2026, 10, 18, 14, 30)
const kept = { path: '/home/me/evidence.zip', at, notes: [] as string[] }
const payloads = () => stage.main.payloads('evidence.keep')

async function keep() {
  const panel = screen.getByRole('region', { name: 'Order book BTCUSD' })
  await fireEvent.focusIn(panel.querySelector('header button')!)
  await press('K', { ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(payloads()).toHaveLength(1))
}

test('a key keeps what was recorded last of the active panel’s market, with its picture', async () => {
  stage.main.answers['evidence.keep'] = () => kept
  await showDesk(stage.main)
  await keep()
  const area = expect.objectContaining({ width: expect.any(Number), height: expect.any(Number) })
  expect(payloads()).toEqual([{ market: 'BTCUSD', moment: { kind: 'newest' }, area }])
  await screen.findByText('Evidence of BTCUSD at 2026-11-18 14:30:00 UTC saved as /home/me/evidence.zip')
  screen.getByText(/^It ends with the latest message recorded\. Verify it/)
})

test('the strip below the panel is gone once the picture was taken, before the file is chosen', async () => {
  let choose = (_kept: null) => {}
  stage.main.answers['evidence.keep'] = () => new Promise<null>((chosen) => (choose = chosen))
  await showDesk(stage.main)
  await keep()
  screen.getByText(/^Order book BTCUSD · .* · Leadline$/)
  stage.main.push('panelExport.captured', null)
  await waitFor(() => expect(screen.queryByText(/ · Leadline$/)).toBeNull())
  choose(null)
})

test('in a replay it keeps the exact time that is shown, and says what is different from usual', async () => {
  stage.main.answers['evidence.keep'] = () => ({ ...kept, notes: ['The authority did not answer.'] })
  await stage.replaying()
  await keep()
  expect(payloads()).toMatchObject([{ moment: { kind: 'replay', at: replayNow.exactAt } }])
  await screen.findByText(/^The authority did not answer\. Verify it/)
})

test('a fired alert offers evidence of its time', async () => {
  stage.main.recording = { ...stage.main.recording, since: Date.UTC(2026, 10, 1) }
  await showDesk(stage.main)
  stage.main.act({
    ...{ do: 'panel.add', workspace: stage.main.hands.first.id, frame: 'main', kind: 'alerts', link: null },
    ...{ market: null, settings: {}, spot: null }
  })
  await fireEvent.click((await screen.findAllByRole('tab', { name: /^Fired/ }))[0]!)
  const [offer] = await screen.findAllByRole('button', { name: /^Replay from/ })
  await fireEvent.click(offer!)
  await tick()
  await fireEvent.click(await screen.findByText('Keep evidence of this alert'))
  await waitFor(() => expect(payloads()).toHaveLength(1))
  const time = `${fired(2, '14:30:00.250').at + 1}000000`
  expect(payloads()).toEqual([{ market: 'BTCUSD', moment: { kind: 'alert', at: time }, area: null }])
})

test('a fired alert of which the desk has shared nothing yet says when that is expected', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 18, 14, 32) })
  onTestFinished(() => void vi.useRealTimers())
  stage.main.recording = { ...stage.main.recording, since: Date.UTC(2026, 10, 1) }
  stage.main.streamIs({ shared: { until: Date.UTC(2026, 10, 18, 14, 30), every: 300_000 } })
  const { desk } = await showDesk(stage.main)
  const reasons = () =>
    [fired(2, '14:30:00.250'), fired(1, '13:00:00.250')].map(
      ({ at }) => replayMenu(desk, at).items[0]!.disabled
    )
  const expected = 'The desk has not shared this time yet. It is expected at 14:36.'
  expect(reasons()).toEqual([expected, null])
  const [evidence] = alertEvidenceMenu(desk, 'BTCUSD', fired(2, '14:30:00.250').at).items
  expect(evidence!.disabled ?? null).toBeNull()
  vi.setSystemTime(Date.UTC(2026, 10, 18, 14, 37))
  expect(reasons()[0]).toBe('The desk has not shared this time yet.')
  stage.main.streamIs({ shared: { until: Date.UTC(2026, 10, 18, 14, 35), every: 300_000 } })
  expect(reasons()).toEqual([null, null])
})

test('evidence that waits for the desk says when it is kept, and can be cancelled', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 18, 14, 1) })
  onTestFinished(() => void vi.useRealTimers())
  const waiting = {
    ...{ id: 'a', market: 'BTCUSD', at, path: '/home/me/evidence.zip', problem: null },
    expected: Date.UTC(2026, 10, 18, 14, 5, 20)
  }
  stage.main.answers['evidence.keep'] = () => ({ waiting })
  const { desk } = await showDesk(stage.main)
  await keep()
  await screen.findByText('The desk shares this moment at about 14:06. Leadline keeps the evidence then.')
  screen.getByText('Evidence of BTCUSD will be saved as /home/me/evidence.zip')
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(stage.main.payloads('evidence.cancelWaiting')).toEqual([{ id: 'a' }]))

  const problem = 'The disk is full.'
  const other = { ...waiting, id: 'b', market: 'ETHUSD', expected: null, problem }
  stage.main.push('recording.changed', { ...desk.recording.state, waitingEvidence: [waiting] })
  await screen.findByRole('button', { name: 'Evidence at 14:06' })
  stage.main.push('recording.changed', { ...desk.recording.state, waitingEvidence: [waiting, other] })
  await fireEvent.click(await screen.findByRole('button', { name: 'Evidence of 2 moments' }))
  const shown = await dialog('Waiting evidence')
  shown.getByText('Expected at about 14:06 · /home/me/evidence.zip')
  shown.getByText(problem)
  await fireEvent.click(shown.getByRole('button', { name: /^Cancel the evidence of ETHUSD at 2026-11-18/ }))
  await waitFor(() => expect(stage.main.payloads('evidence.cancelWaiting')).toHaveLength(2))
  stage.main.push('recording.changed', { ...desk.recording.state, waitingEvidence: [] })
  await shown.findByText('No evidence is waiting.')
})

test('a bundle that was verified shows what holds, and first what does not', async () => {
  const report: EvidenceReport = {
    path: '/tmp/a.zip',
    about: { market: 'ETHUSD', at: '2026-11-18T14:30:00.000000001Z', state: 'live', by: 'Leadline 1.2.3' },
    checks: [
      { subject: 'Signature', ok: true, sentence: 'Signed.' },
      { subject: 'book.csv', ok: false, sentence: 'Changed since it was signed.' }
    ]
  }
  stage.main.answers['evidence.verify'] = () => report
  const { desk } = await showDesk(stage.main)
  await desk.commands.run('evidence.verify')
  const shown = await dialog('Verify evidence')
  shown.getByText('Not proven: ETHUSD at 2026-11-18 14:30:00.000000001 UTC, book live')
  shown.getByText('Not proven to be written by Leadline 1.2.3: /tmp/a.zip')
  shown.getByText('1 check failed')
  shown.getByText('Do not rely on this bundle.')
  const [bad, good] = shown.getAllByRole('listitem')
  expect(good!.querySelector('[aria-label="Passed"]')).not.toBeNull()
  expect(bad!.querySelector('[aria-label="Failed"]')).not.toBeNull()
  expect(bad!.textContent).toContain('Changed since it was signed.')
  await fireEvent.click(shown.getByText('Close', { selector: 'button *, button' }))
  stage.main.answers['evidence.verify'] = () => ({ ...report, checks: report.checks.slice(0, 1) })
  await desk.commands.run('evidence.verify')
  const passed = await dialog('Verify evidence')
  passed.getByText('All checks passed')
  passed.getByText('ETHUSD at 2026-11-18 14:30:00.000000001 UTC, book live')
  passed.getByText('Written by Leadline 1.2.3: /tmp/a.zip')
})

test('a bundle whose ZIP file is damaged is shown with the reason', async () => {
  const sentence = 'This is not a ZIP file, or it is damaged.'
  const report = { path: '/tmp/a.zip', about: null, checks: [{ subject: 'ZIP file', ok: false, sentence }] }
  stage.main.answers['evidence.verify'] = () => report
  const { desk } = await showDesk(stage.main)
  await desk.commands.run('evidence.verify')
  const shown = await dialog('Verify evidence')
  shown.getByText('/tmp/a.zip has no readable manifest.')
  shown.getByText('1 check failed')
  shown.getByText(sentence)
})

test('the verification of a bundle can be cancelled', async () => {
  let resolve = (_report: null) => {}
  const answer = new Promise<null>((resolved) => (resolve = resolved))
  stage.main.answers['evidence.verify'] = () => answer
  stage.main.answers['evidence.cancelVerification'] = () => {
    resolve(null)
    return null
  }
  const { desk } = await showDesk(stage.main)
  const verified = desk.commands.run('evidence.verify')
  stage.main.push('evidence.verifying', { name: 'a.zip' })
  const shown = await dialog('Verify evidence')
  shown.getByText('Verifying a.zip…')
  await fireEvent.click(shown.getByText('Cancel', { selector: 'button *, button' }))
  await verified
  expect(stage.main.payloads('evidence.cancelVerification')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText('Verifying a.zip…')).toBeNull())
})

test('the time-stamping authority is empty at first, and has to be a secure URL', async () => {
  const main = new FakeMain()
  await show('#/settings', main)
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Time-stamping authority (RFC 3161)'
  })
  expect(field.value).toBe('')
  const enter = async (value: string) => {
    await fireEvent.input(field, { target: { value } })
    await fireEvent.change(field)
  }
  await enter('http://tsa.example')
  screen.getByText('Enter a URL that begins with https://')
  expect(main.payloads('settings.change')).toEqual([])
  await enter(' https://tsa.example/tsr ')
  await waitFor(() =>
    expect(main.payloads('settings.change')).toEqual([{ stampAuthority: 'https://tsa.example/tsr' }])
  )
})

test('an authority that the user does not confirm is not shown', async () => {
  const main = new FakeMain()
  main.answers['settings.change'] = () => {
    throw fail('settings.declined', 'It was not confirmed.')
  }
  await show('#/settings', main)
  const name = 'Time-stamping authority (RFC 3161)'
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name })
  await fireEvent.input(field, { target: { value: 'https://tsa.example/tsr' } })
  await fireEvent.change(field)
  await screen.findByText('It was not confirmed.')
  await waitFor(() => expect(field.value).toBe(''))
})
