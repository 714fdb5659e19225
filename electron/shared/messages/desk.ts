import { typedAs } from './command-line'
import { choose } from './language'

interface Steps {
  readonly name: string
  readonly folder: string
  /** The server is for this computer alone. */
  readonly isLocal: boolean
  readonly isEncrypted: boolean
  /** The commands are those of the installed app, instead of a clone. */
  readonly isInstalled: boolean
}

interface ListedSeat {
  readonly name: string
  readonly added: number
  readonly expires?: number | undefined
  readonly removed?: number | undefined
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

export const deskText = choose({
  en: {
    noOpenssl: 'The openssl program is needed to make the certificates of the server, and is not installed.',
    opensslFailed: 'The certificates of the server could not be made: openssl reported an error.',
    noMarkets: 'Name at least one market: --market BTCUSD.',
    notEmpty: (folder: string) =>
      `${folder} is not empty. A desk needs a folder of its own; nothing was changed.`,
    made: (folder: string) => `The desk is in ${folder}. NEXT-STEPS.md there says what to do next.`,
    none: (folder: string) => `There is no desk in ${folder}.`,
    damaged: (file: string) => `${file} is damaged.`,
    noKey: (file: string) => `The key ${file} cannot be read. Without it, no seat can be added or removed.`,
    seatName: 'A seat’s name has up to 60 letters, digits, spaces, dots and hyphens.',
    seatThere: (name: string) => `There is already a seat “${name}”.`,
    noSeat: (name: string) => `There is no seat “${name}”.`,
    seatAdded: (name: string, file: string) =>
      `Seat “${name}” added. Hand over ${file}: it is opened in Connections, Open seat file. Anyone who has it can use this seat.`,
    sharesAdded: (name: string, file: string) =>
      `“${name}” added. Hand over ${file}: a connection to the platform shares its data with it, in Connections, Share with the desk. Anyone who has it can send any prices.`,
    seatRemoved: (name: string) =>
      `Seat “${name}” removed. The server lets it in until it loads its configuration again: nats-server --signal reload=nats.pid`,
    seats: (seats: readonly ListedSeat[]) =>
      seats.length === 0
        ? 'The desk has no seats yet.'
        : seats
            .map(({ name, added, expires, removed }) =>
              [
                name,
                `added ${day(added)}`,
                ...(expires === undefined ? [] : [`expires ${day(expires)}`]),
                ...(removed === undefined ? [] : [`removed ${day(removed)}`])
              ].join(', ')
            )
            .join('\n'),
    nextSteps: ({ name, folder, isLocal, isEncrypted, isInstalled }: Steps) => `# ${name}: next steps

1. **The server.** ${
      isLocal
        ? 'It is for this computer alone.'
        : 'Copy the folder `server` to the computer of the server; nothing else of this desk belongs there.'
    }

   \`\`\`
   cd ${folder}/server && nats-server -c nats.conf
   \`\`\`
${
  isEncrypted
    ? `
   Its certificate is good for 825 days, its authority for ten years. \`authority.key\` is needed for the next certificate
   only: keep it with \`keys\`, off the server.
`
    : ''
}
2. **The collector.** Write the client secret of the platform into a file that only you can read, then start it${
      isInstalled ? ':' : ' in a clone of\n   Leadline after `npm ci`:'
    }

   \`\`\`
   (umask 077 && cat > ${folder}/collector/client-secret)
   ${typedAs('collect', isInstalled)} --config ${folder}/collector/collector.json
   \`\`\`

   A second collector on another computer takes over when the first one fails: copy the folder \`collector\` there and change
   \`name\` in \`collector.json\`.

3. **A seat.** It gets a file, which its user opens in Leadline under Connections, Open seat file:

   \`\`\`
   ${typedAs('desk', isInstalled)} add-seat "Seat 1" --folder ${folder}
   \`\`\`

4. **A seat that leaves** is removed here. Copy \`server/accounts.conf\` to the server again, which then loads it:

   \`\`\`
   ${typedAs('desk', isInstalled)} remove-seat "Seat 1" --folder ${folder}
   cd ${folder}/server && nats-server --signal reload=nats.pid
   \`\`\`

Keep a copy of \`keys\` where nobody else reads it: with it, seats can be added and removed, and without it they cannot.
`
  }
})
