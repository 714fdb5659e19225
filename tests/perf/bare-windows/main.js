import path from 'node:path'
import { app, BrowserWindow } from 'electron'

// As many empty windows as the desk, repainting equal canvases in every frame: the upper bound of the machine.
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
