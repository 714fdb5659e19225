import { readdir, readFile } from 'node:fs/promises'
import { render, screen } from '@testing-library/svelte'
import { compile } from 'svelte/compiler'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { panelKinds, type PanelKind } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { stubResizeObserver } from '../support/resize-observer'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

beforeEach(() => {
  drawNowhere()
  stubResizeObserver()
})

async function show(kind: PanelKind): Promise<HTMLElement> {
  const desk = createDesk(new FakeMain().bridge, window)
  onTestFinished(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  // The chart library cannot draw in the test page.
  const market = kind === 'chart' ? null : 'BTCUSD'
  const panel = { id: 'p', kind, link: null, market, settings: {} }
  const source = panels[kind]
  const host = new PanelHost(desk, place, () => panel, source.icon)
  const component = 'component' in source ? source.component : await source.load()
  render(PanelStage, { desk, host, panel: component })
  return screen.findByRole('region', { name: host.name })
}

/** Tests load no styles. */
async function addStyles(component: string, element: Element): Promise<void> {
  const scope = [...element.classList].find((name) => name.startsWith('svelte-'))!
  const source = await readFile(`renderer/panels/shell/${component}.svelte`, 'utf8')
  const style = document.createElement('style')
  style.textContent = compile(source, { cssHash: () => scope }).css!.code
  document.head.append(style)
  onTestFinished(() => style.remove())
}

it.each(panelKinds)('%s: has its own space for the state sentence', async (kind) => {
  const region = await show(kind)
  const [head, why, body, ...others] = region.children
  expect(others).toEqual([])
  expect(head!.tagName).toBe('HEADER')
  expect(why!.textContent).toContain('Not connected.')
  expect(body!.childElementCount).toBeGreaterThan(0)

  await addStyles('PanelFrame', region)
  await addStyles('WhyLine', why!)
  const frame = getComputedStyle(region)
  expect([frame.display, frame.flexDirection]).toEqual(['flex', 'column'])
  for (const part of [why!, body!]) {
    const { position, float, transform, top, marginTop, marginBottom } = getComputedStyle(part)
    expect(['', 'static', 'relative'], position).toContain(position)
    expect(['', 'none'], float).toContain(float)
    expect(['', 'none'], transform).toContain(transform)
    for (const offset of [top, marginTop, marginBottom])
      expect(parseFloat(offset) || 0, offset).toBeGreaterThanOrEqual(0)
  }
  const { height, flexShrink } = getComputedStyle(why!)
  expect([height, flexShrink]).toEqual(['24px', '0'])
})

it('keeps figures inside the panel', async () => {
  const up = /\b(?:margin|margin-top|margin-block|margin-block-start|top|inset|inset-block): *-[\d.]/
  const files = (await readdir('renderer/panels', { recursive: true })).filter((file) =>
    file.endsWith('.svelte')
  )
  expect(files.length).toBeGreaterThan(panelKinds.length)
  for (const file of files) expect(await readFile(`renderer/panels/${file}`, 'utf8'), file).not.toMatch(up)
})
