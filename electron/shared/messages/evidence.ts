import { choose, count } from './language'

interface ReadmeFacts {
  readonly market: string
  readonly time: string
  readonly fingerprint: string
  readonly hasPicture: boolean
  readonly hasTimestamp: boolean
}

const readme = ({
  market,
  time,
  fingerprint,
  hasPicture,
  hasTimestamp
}: ReadmeFacts): string => `Leadline evidence
Market: ${market}
Moment: ${time} (UTC, by the clock of the computer that recorded)
Key:    ${fingerprint}

WHAT THIS PROVES

If everything below verifies, these files have not been changed since they were signed with this key, and book.csv
follows from keyframe.json and frames.tsv.

It does not prove who signed: compare the key with one that the signer gave you by other means. It does not prove
what the service sent: the files say what this computer recorded, and anyone with the key could have signed other
files. It does not prove that the computer's clock was right.${
  hasTimestamp
    ? ' The time stamp proves that manifest.json existed at its\ntime, as far as you trust the authority that issued it.'
    : '\nThere is no time stamp of an authority, so it does not prove when it was written either.'
}
Sides of trades (inferred_aggressor) are inferred; the service does not send them.

HOW TO VERIFY

Unpack the ZIP into an empty folder and run there:

  sha256sum --strict -c SHA256SUMS
  openssl pkeyutl -verify -rawin -pubin -inkey public-key.pem -in SHA256SUMS -sigfile SHA256SUMS.sig
  openssl pkey -pubin -in public-key.pem -outform DER | sha256sum
  python3 verify.py
${
  hasTimestamp
    ? `  openssl ts -verify -data manifest.json -in timestamp.tsr -CAfile AUTHORITY.pem

AUTHORITY.pem is the root certificate of the time-stamping authority. Get it from the authority.
`
    : ''
}
The third command prints the key as above. OpenSSL 3.0 or later is needed. verify.py does what the first two commands
do, and rebuilds the book. It came with this bundle: if you do not trust the sender, read it first, or
use “Verify evidence” in your own copy of Leadline, which checks the same.

FILES

  manifest.json     market, moment, clocks, state of the book, versions, and the SHA-256 of the files below
  frames.tsv        lines of the recording that concern this market: number, time of arrival in nanoseconds, kind
                    (f frame, b frame in base64, e event, g gap), text. Other numbers belong to other markets.
  keyframe.json     the book before those lines, as Leadline had it. Prices and amounts of each side.
  book.csv          the book at the moment
  trades.csv        the last trades up to the moment. Those before the first line of frames.tsv come from the
                    recording's list of trades.
  states.csv        when the book was live, stale or being rebuilt, and gaps in the recording
${hasPicture ? '  picture.png       the panel as it was shown; nothing compares it with the frames\n' : ''}${
  hasTimestamp
    ? '  timestamp.tsr     the reply of the time-stamping authority (RFC 3161) for manifest.json\n'
    : ''
}  public-key.pem    the key that SHA256SUMS.sig was made with (Ed25519)
  verify.py         verifies all of this with Python 3 alone

HOW THE BOOK FOLLOWS

"book" in manifest.json names lines by their numbers. The book begins with the snapshot "snapshot", or with keyframe.json
if there is none. Updates count up to the line "until": an amount replaces that of its price, and zero removes it. An
update counts if its time is later than that of the snapshot, or if the two cannot be told apart because a time was
cut off. If updates waited for the snapshot ("waiting"), so many of those right before it count too, if they are later.
`

export const evidenceText = choose({
  en: {
    readme,
    checks: {
      archive: 'ZIP file',
      signature: 'Signature',
      manifest: 'Manifest',
      book: 'Book',
      trades: 'Trades',
      timestamp: 'Time stamp',
      signedHere: (key: string) => `Signed with the key of this computer, ${key}.`,
      signedBy: (key: string) => `Signed with the key ${key}. Ask the signer whether it is theirs.`,
      notSigned: 'SHA256SUMS is not signed with the key in this bundle.',
      notReadable: 'Missing, damaged, or in a format that this version does not know.',
      notListed: 'Not listed in SHA256SUMS.',
      missing: 'Missing.',
      changed: 'Changed since it was signed.',
      unchanged: 'Unchanged.',
      sameBook: (bids: number, asks: number, state: string) =>
        `book.csv follows from the recorded frames: ${count(bids, 'bid')}, ${count(asks, 'ask')} (${state}).`,
      otherBook: 'book.csv does not follow from the recorded frames.',
      sameTrades: (matched: number, older: number) =>
        `${count(matched, 'trade')} found in the recorded frames` +
        (older > 0 ? `; ${count(older, 'trade')} older than these.` : '.'),
      otherTrade: (seq: string) => `The trade ${seq} is not in the recorded frames.`,
      stamped: (time: string) =>
        `Issued for this manifest at ${time}. Verify the authority’s signature with OpenSSL, as README.txt says.`,
      otherStamp: 'Not a valid time stamp of this manifest.'
    }
  }
})
