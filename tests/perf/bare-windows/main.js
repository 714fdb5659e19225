import path from 'node:path'
import { app, BrowserWindow } from 'electron'

// As many windows as the desk has in the measurement, with nothing in them but canvases at the same places, repainted
// as a whole in every animation frame: what the machine can do at best with such windows.
const valueOf = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const data = valueOf('user-data')
if (data) app.setPath('userData', data)

app.whenReady().then(async () => {
  const windows = JSON.parse(valueOf('windows') ?? '[]')
  for (const { bounds } of windows) {
    const window = new BrowserWindow({
      ...bounds,
      show: true,
      backgroundColor: '#10141a',
      autoHideMenuBar: true
    })
    await window.loadFile(path.join(import.meta.dirname, 'index.html'))
  }
})
