import path from 'node:path'
import { parseArgs } from 'node:util'
import { commandLineText, typedAs } from '#shared/messages/command-line'
import { collect } from '../../feed/collect'
import { parsed, runCommand, say, wrong, type CommandCall } from './command'
import { readKeychain } from './keychain'

const options = { config: { type: 'string' }, help: { type: 'boolean' } } as const

export const run = ({ args, folder, isInstalled }: CommandCall): Promise<number> =>
  runCommand(async (signal) => {
    const text = commandLineText.collect
    const { config, help } = parsed(() => parseArgs({ args: [...args], options })).values
    if (help) {
      say(text.usage(typedAs('collect', isInstalled)))
      return 0
    }
    if (config === undefined) throw wrong(text.noConfig)
    await collect({
      configuration: path.resolve(folder, config),
      credentials: process.env['CREDENTIALS_DIRECTORY'],
      keychain: readKeychain,
      say,
      signal
    })
    return 0
  })
