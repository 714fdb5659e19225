/** Prints what `sha256sum -c` reads, with tools that every Unix has. */
const checkOne = `awk -F'"' '/^  "files"/{f=1} /^  "replaced"/{f=0} f&&/^      "name"/{n=$4} \\
f&&/^      "sha256"/{print $4"  "n}' statement.json`

/** For a reader without the app, in ten years or so. Plain ASCII and short lines. */
export const readme = `This folder is an archive of rewards statements
===============================================

It was written by Leadline, and needs nothing of it to be read. Each statement has a folder:

  ENVIRONMENT / PROFILE / ASSET / YYYY-MM / STATEMENT_ID /

ENVIRONMENT   production, sandbox or local
PROFILE       the connection that the statement was fetched with, and a short digest of its id
ASSET         the asset code of the statement
YYYY-MM       the month in which its period begins, in UTC
STATEMENT_ID  the id that the platform gave to the statement

A revised statement has an id, and so a folder, of its own beside the one that it revises.
A name with ~ and twelve digits at its end stands for a text that file systems do not take;
the full text is in statement.json.
A file NAME.altered-TIME is one that was found altered when it was fetched again.

In the folder of a statement are its files as they were downloaded (PDF, CSV), and

  statement.json

  record        what the platform said of the statement: period, amounts, status, times
  files         for each file its name, format, length in bytes, SHA-256, the time at which
                the platform made it (generated_at), its ETag, and when it was fetched;
                etag_is_md5 where that ETag looks like an MD5: true if it is that of the file.
                false proves nothing: objects in parts or encrypted have other ETags
  lacking       files that the platform names and that could not be fetched, with the reason,
                if there were any
  replaced      earlier files of the statement that came with other bytes, if there were any
  follows       SHA-256 of the statement.json that this one took the place of, if there was one
  completed_at  when the statement was complete
  seal          SHA-256 of all the above, as JSON without spaces

A statement whose record says a status like GENERATING was not finished when it was saved.
A statement without statement.json is not complete. Download addresses are not kept.

How to check that a file is unaltered
-------------------------------------

Linux     sha256sum FILE
macOS     shasum -a 256 FILE
Windows   certutil -hashfile FILE SHA256

Compare what is printed with "sha256" of the file in statement.json. They are the same as
long as not one bit of the file has changed.

All files of one statement at once, in its folder (Linux; for macOS write "shasum -a 256"
in place of "sha256sum"):

${checkOne} | sha256sum -c -

Every statement of the archive, in this folder:

find . -name statement.json | while read -r s; do (cd "$(dirname "$s")" && \\
${checkOne} | sha256sum -c -); done

statement.json itself is sealed. To check a seal: take all of it but "seal", write that as
JSON without spaces or line breaks, in the same order, and take the SHA-256 of it.

Everything at once: SHA256SUMS, in this folder, names every file of every complete statement
with its SHA-256. What it names and does not find is missing. It is written when a statement
is saved, and never made to fit what lies here: where a statement.json fits its own seal and
not this list, one of the two was changed. Its lines that begin with
"# removed" name statements that somebody said were removed on purpose.

sha256sum -c --quiet SHA256SUMS          (macOS: shasum -a 256 -c SHA256SUMS)

leadline-removed.txt, if it is there, says what people let go of in this archive, and when.
The file leadline-archive.json tells Leadline that this is an archive, and which.
leadline-archive.lock is there while Leadline writes. Nothing else here is Leadline's.
`
