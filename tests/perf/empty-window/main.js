import fs from 'node:fs'
import path from 'node:path'
import { app, BrowserWindow } from 'electron'

// A minimal Electron app with the same marks, for comparison.
const valueOf = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const data = valueOf('user-data')
if (data) app.setPath('userData', data)

const now = () => performance.timeOrigin + performance.now()
const marks = [{ process: 'main', name: 'process start', at: performance.timeOrigin }]
const mark = (place, name, at = now()) => marks.push({ process: place, name, at })

const whenPainted = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(performance.timeOrigin + list.getEntries()[0].startTime)).observe({
    type: 'paint',
    buffered: true
  })
)`

// Not awaited, because Electron is ready only after this module has loaded.
app.whenReady().then(async () => {
  mark('main', 'app ready')
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, backgroundColor: '#0b0e12' })
  mark('window-1', 'created')
  const shown = new Promise((resolve) =>
    window.once('ready-to-show', () => {
      window.show()
      mark('window-1', 'shown')
      resolve()
    })
  )
  await window.loadFile(path.join(import.meta.dirname, 'index.html'))
  mark('window-1', 'first paint', await window.webContents.executeJavaScript(whenPainted))
  await shown
  const file = valueOf('marks')
  if (file) fs.writeFileSync(file, JSON.stringify({ marks }))
  app.exit(0)
})
