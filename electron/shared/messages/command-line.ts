import { choose } from './language'

/** How a command is typed: that of the installed app, or the script of a clone. */
export const typedAs = (name: string, isInstalled: boolean) =>
  isInstalled ? `leadline ${name}` : `npm run --silent ${name} --`

export const commandLineText = choose({
  en: {
    tryHelp: (sentence: string) => `${sentence} Try --help.`,
    wrongOptions: 'These options are not valid.',
    unknownCommand: (name: string) => `There is no command “${name}”.`,
    environment: '--environment is production, sandbox or local.',
    keychainLate: 'The keychain is not responding. Is it locked?',
    collect: {
      usage: (command: string) => `Usage: ${command} --config FILE

Holds one connection to the platform and shares its market data with the seats of a desk over a NATS server, until it is
stopped (Ctrl+C). Of several collectors, one leads and the others stand by. The document feed.md describes the file.
`,
      noConfig: '--config is missing.'
    },
    desk: {
      usage: (command: string) => `Usage: ${command} COMMAND --folder DIR [options]

Sets up a desk: one collector, a NATS server, and seats that need no API client of their own (see the document feed.md).

  init                   makes keys, the configurations of the server and the collector, and a page of next steps
    --name NAME            of the desk
    --server URL           tls://host:port, or nats://127.0.0.1:port for this computer alone; may be repeated
    --market NAME          what the collector follows; may be repeated
    --environment NAME     production, sandbox or local
    --rest-base URL        --token-host URL     --stream URL     --client-id ID

  add-seat NAME          makes the file of one seat, which is handed over to its user
    --days N               until its key expires (default: never)
    --shares               for a connection of Leadline that shares its data, instead of a seat
  remove-seat NAME       revokes the key of a seat
  seats                  lists them
`,
      noFolder: '--folder is missing.',
      days: '--days is a number of days, e.g. 365.',
      quotation: 'A name with spaces needs quotation marks.'
    },
    record: {
      usage: (command: string) => `Usage: ${command} [options]

Records the stream of a connection into files that Leadline and zcat can read, until it is stopped (Ctrl+C).

  --markets A,B          what to record
  --folder DIR           where to (default: recordings)
  --days N               delete what is older (default 14)
  --gigabytes N          delete the oldest beyond this size (default 10)
  --stale-after N        seconds without data before it asks whether the service is there (default 10)
  --stamp-authority URL  ask this RFC 3161 authority for a time stamp of each finished day (default: none); it gets a hash only
  --verify               verify what was recorded instead, and exit with 1 if it is damaged
  --seal                 write what was recorded into Parquet files instead; needs no connection

The connection, from a Leadline:
  --connections FILE     its connections.json
  --connection NAME      which one, if there are several

or written out:
  --environment NAME     production, sandbox or local
  --rest-base URL        --token-host URL     --stream URL     --client-id ID

The client secret is read from the file in --secret-file, from LEADLINE_CLIENT_SECRET, or from the systemd credential
"client-secret". It is never stored.
`,
      name: 'Recorded',
      noMarkets: '--markets is missing, for example --markets BTCUSD,ETHUSD.',
      notWhole: (option: string, value: string) => `--${option} needs a whole number, not “${value}”.`,
      notAuthority: (value: string) =>
        `--stamp-authority needs a URL that begins with https://, not “${value}”.`,
      missing: (option: string) => `--${option} or --connections is missing.`,
      noSecret: 'The client secret is missing: --secret-file or LEADLINE_CLIENT_SECRET.',
      secretUnreadable: (reason: string) => `The client secret cannot be read: ${reason}.`,
      fileUnreadable: (file: string, reason: string) => `${file} cannot be read: ${reason}.`,
      damaged: (file: string) => `${file} is not a list of connections of Leadline.`,
      notOne: (file: string, names: readonly string[]) =>
        `--connection must name one of the connections in ${file}: ${names.map((name) => `“${name}”`).join(', ') || 'none'}.`
    }
  }
})
