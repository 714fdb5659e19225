import { fail } from '#shared/domain/base/problem'
import { commandLineText } from '#shared/messages/command-line'

const service = 'Leadline'
/** A prompt of the keychain may stay unseen. */
const patience = 10_000

export async function readKeychain(account: string): Promise<string | null> {
  const { default: keytar } = await import('keytar')
  const late = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(fail('keychain.unanswering', commandLineText.keychainLate)),
      patience
    )
    timer.unref()
  })
  return Promise.race([keytar.getPassword(service, account), late])
}
