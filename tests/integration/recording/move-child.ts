import { copyRecordings } from '#engine/recording/move/copy-recordings'
import { moveRecordings } from '#engine/recording/move/move-recordings'
import { RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { killAtStep } from '../support/killed-step'

const [file = '', usual = '', target = '', last] = process.argv.slice(2)
const folder = await RecordingsFolder.open(file, usual)
const steps = killAtStep(Number(last))
const signal = new AbortController().signal
await moveRecordings(target, {
  folder,
  copy: (to, isAgain) =>
    copyRecordings(
      { root: folder.root, isMoved: folder.isMoved, target: to, isAgain },
      { signal, onProgress: () => {} }
    ),
  pausedWhile: (work) => work()
})
await folder.dispose()
process.stdout.write(String(steps()))
