/** Prints the input of `sha256sum -c`, with tools that every Unix has. */
const checkOne = `awk -F'"' '/^  "files"/{f=1} /^  "replaced"/{f=0} f&&/^      "name"/{n=$4} \\
f&&/^      "sha256"/{print $4"  "n}' statement.json`

/** For a reader without the app, in ten years or so. Plain ASCII and short lines. */
export const readme = `Archive of rewards statements
=============================

Leadline wrote this folder. You can read and check it without Leadline. Each statement has
a folder of its own:

  ENVIRONMENT / PROFILE / ASSET / YYYY-MM / STATEMENT_ID /

ENVIRONMENT   production, sandbox or local
PROFILE       the connection that fetched the statement, with a short digest of its ID
ASSET         the asset code of the statement
YYYY-MM       the month in which its period begins, in UTC
STATEMENT_ID  the ID that the platform gave the statement

A revised statement has a new ID, so its folder is beside that of the statement it revises.
A name that ends with ~ and twelve digits replaces one that file systems do not allow; the
full name is in statement.json.
A file named NAME.altered-TIME was found to be altered when the statement was fetched again.

The folder of a statement has its files as downloaded (PDF, CSV), and

  statement.json

  record        what the platform reported: period, amounts, status, times
  files         for each file: name, format, length in bytes, SHA-256, when the platform
                made it (generated_at), its ETag, and when it was fetched. etag_is_md5 is
                present if the ETag looks like an MD5, and true if it is that of the file.
                false proves nothing: files uploaded in parts or encrypted have other ETags
  lacking       files that the platform named but that could not be fetched, with the
                reason, if there were any
  replaced      earlier files of the statement with different content, if there were any
  follows       SHA-256 of the statement.json that this one replaced, if there was one
  completed_at  when the statement was complete
  seal          SHA-256 of all of the above, as JSON without spaces

A statement with a status such as GENERATING was not final when it was saved.
A folder without statement.json is an incomplete statement. Download links are not stored.

How to check that a file is unaltered
-------------------------------------

Linux     sha256sum FILE
macOS     shasum -a 256 FILE
Windows   certutil -hashfile FILE SHA256

Compare the result with the "sha256" of the file in statement.json. If they are equal, not
a single bit of the file has changed.

To check all files of a statement, run this in its folder (Linux; on macOS, write
"shasum -a 256" instead of "sha256sum"):

${checkOne} | sha256sum -c -

To check every statement of the archive, run this here:

find . -name statement.json | while read -r s; do (cd "$(dirname "$s")" && \\
${checkOne} | sha256sum -c -); done

statement.json itself is sealed. To check a seal, remove "seal", write the rest as JSON
without spaces or line breaks, in the same order, and compute its SHA-256.

To check everything at once, use SHA256SUMS in this folder. It lists every file of every
complete statement with its SHA-256, so a file that is listed and not found is missing. A
line is written when a statement is saved, and never changed to match the files found here:
if a statement.json matches its own seal but not this list, one of the two was changed.
Lines that begin with "# removed" name statements that were reported as removed on purpose.

sha256sum -c --quiet SHA256SUMS          (macOS: shasum -a 256 -c SHA256SUMS)

leadline-removed.txt, if present, lists what was dismissed or removed here, and when.
leadline-archive.json marks this folder as an archive and has its ID.
leadline-archive.lock exists while Leadline writes. All other files are not Leadline's.
`
