import { fireEvent } from '@testing-library/svelte'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onPointer } from '#renderer/panels/chart/drawings/on-pointer'

it('counts from the left edge of the pane, also beside a left axis', async () => {
  const stage = document.createElement('div')
  const chart = stage.appendChild(document.createElement('div'))
  chart.setAttribute('role', 'application')
  document.body.append(stage)
  vi.spyOn(stage, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 700, 400))
  const press = vi.fn(() => false)
  const tools = { projection: { left: 60 }, tool: 'trend', hitAt: () => null }
  const gestures = { active: false, press }
  const stop = onPointer(stage, {
    gestures: gestures as never,
    tools: tools as never,
    hovered: () => undefined,
    offered: () => undefined
  })
  onTestFinished(() => {
    stop()
    stage.remove()
  })
  await fireEvent.pointerDown(chart, { clientX: 300, clientY: 150, button: 0 })
  expect(press).toHaveBeenCalledWith({ x: 140, y: 100 }, { measure: false, snap: false })
})
