import { againstLimits, judged, table } from './bench/report.mjs'
import { parseBenchOptions } from './bench/options.mjs'
import { measureStartUp } from './bench/start-up.mjs'
import { startDisplay } from './setup/display.mjs'
import { callerFolder } from './setup/options.mjs'
import { writeJson } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { endAll } from './setup/run.mjs'
import { runtimeEnvironment } from './setup/runtime.mjs'
import { hasDisplay } from './setup/display.mjs'
import { progress, runScript, say } from './setup/say.mjs'
import { onInterrupt } from './setup/signals.mjs'

const usage = 'Usage: npm run bench -- [--quick] [--json FILE]'

/** @param {{ name: string, marks: { process: string, name: string, at: number }[] }} peer */
const marksOf = ({ name, marks }) =>
  marks.map((mark) => [name, mark.process, mark.name, `${Math.round(mark.at)} ms`])

await runScript(async () => {
  const options = parseBenchOptions(process.argv.slice(2), callerFolder())
  if (options.kind === 'wrong') {
    process.stderr.write(`${options.sentence}\n\n${usage}\n`)
    return 2
  }
  const forget = onInterrupt(endAll)
  const rounds = options.quick ? 5 : 15
  const onOwnDisplay = process.platform === 'linux'
  const runtime = await prepare({ programs: onOwnDisplay || !hasDisplay() ? ['Xvfb'] : [] })
  const display = onOwnDisplay ? await startDisplay() : { environment: process.env, stop: () => {} }
  try {
    const step = progress('Start-up: measuring')
    const environment = { ...display.environment, ...runtimeEnvironment(runtime) }
    const { own, empty, ratio } = await measureStartUp(
      runtime.executable,
      environment,
      rounds,
      step.update
    ).catch((error) => {
      step.failed()
      throw error
    })
    step.done(`${rounds} interleaved rounds of each`)
    const rows = [
      judged({ id: '11', name: 'start-up, in times of an empty window', ratio, limit: 2, direction: 'most' })
    ]
    say('\nStart-up marks, median after the process was spawned\n')
    say(table([['app', 'process', 'mark', 'after'], ...marksOf(own), ...marksOf(empty)]))
    say(`\nAgainst the limits${options.quick ? ` (quick: ${rounds} rounds instead of 15)` : ''}\n`)
    say(againstLimits(rows))
    if (options.json) writeJson(options.json, rows)
    return 0
  } finally {
    display.stop()
    forget()
  }
})
