import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { setUpOpenedFiles } from '#main/app/opened-files/index'
import { valuedOptions } from '#main/app/start/options'
import { filesAmong, filesIn } from '#main/app/opened-files/arguments'

const among = (...args: string[]) => filesAmong(args, '/home/caller', '/opt/app')

it('are found among options, their values, links and the app itself', () => {
  expect(among('--new-window', 'a.leadline-workspace', 'leadline://statements')).toEqual([
    '/home/caller/a.leadline-workspace'
  ])
  expect(among('--no-sandbox', '/opt/app', '--user-data', '/data', '--user-data=/data')).toEqual([])
  expect(among('../app', './b', '')).toEqual(['/home/app', '/home/caller/b'])
  for (const name of valuedOptions) expect(among(`--${name}`, 'value', 'a')).toEqual(['/home/caller/a'])
  // After `--`, arguments may come from a web page.
  expect(among('a', '--', 'b')).toEqual(['/home/caller/a'])
})

it('may be file URLs, as desktops send them', () => {
  expect(among('file:///tmp/BTC%20desk.leadline-workspace')).toEqual(['/tmp/BTC desk.leadline-workspace'])
  expect(among('file://server/share/a')).toEqual(['file://server/share/a'])
})

it('are limited, and validated when another instance hands them over', () => {
  expect(among(...Array.from({ length: 50 }, (_, index) => `/${index}`))).toHaveLength(10)
  expect(filesIn({ files: ['/a'] })).toEqual(['/a'])
  for (const data of [undefined, null, {}, { files: '/a' }, { files: [1] }, { files: Array(11).fill('/a') }])
    expect(filesIn(data)).toEqual([])
  expect(filesIn({ files: ['x'.repeat(5000)] })).toEqual([])
})

it('are opened one after the other, from every way of arriving', async () => {
  const app = new EventEmitter()
  const opened: string[] = []
  let answer = () => {}
  const files = setUpOpenedFiles(app as Parameters<typeof setUpOpenedFiles>[0], ['/first'])
  let prevented = false
  app.emit('open-file', { preventDefault: () => (prevented = true) }, '/second')
  expect(prevented).toBe(true)
  files.setReceiver({
    open(file) {
      opened.push(file)
      return new Promise((done) => (answer = done))
    },
    onFailure: () => expect.unreachable()
  })
  app.emit('second-instance', {}, ['/never'], '/', { files: ['/third', '/third'] })
  expect(opened).toEqual(['/first'])
  for (const file of ['/second', '/third']) {
    answer()
    await expect.poll(() => opened.at(-1)).toBe(file)
  }
  answer()
  expect(opened).toHaveLength(3)
})

it('are opened although an earlier one failed, which is reported', async () => {
  const app = new EventEmitter()
  const opened: string[] = []
  const failures: unknown[] = []
  const files = setUpOpenedFiles(app as Parameters<typeof setUpOpenedFiles>[0], ['/first', '/second'])
  files.setReceiver({
    open(file) {
      opened.push(file)
      return file === '/second' ? Promise.resolve() : Promise.reject(new Error(`failed: ${file}`))
    },
    onFailure: (problem) => failures.push(problem)
  })
  await expect.poll(() => opened).toEqual(['/first', '/second'])
  app.emit('open-file', { preventDefault: () => {} }, '/third')
  await expect.poll(() => failures.map(String)).toEqual(['Error: failed: /first', 'Error: failed: /third'])
})
