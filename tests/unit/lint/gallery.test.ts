import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readText, root } from './modules'

const componentsIn = (folder: string) =>
  readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.svelte'))

test('the gallery has a page for each component', () => {
  expect(componentsIn('renderer/gallery/components')).toEqual(componentsIn('renderer/ui'))
})

test('each page of the gallery shows its component', () => {
  const pages = componentsIn('renderer/gallery/components')
  const isShown = (name: string) =>
    readText(`renderer/gallery/components/${name}`).includes(`from '../../ui/${name}'`)
  expect(pages.filter((name) => !isShown(name))).toEqual([])
})
