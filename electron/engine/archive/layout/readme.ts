/** For whoever opens the folder without the app, in ten years or so. Plain ASCII and short lines. */
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

In the folder of a statement are its files as they were downloaded (PDF, CSV), and

  statement.json

  record        what the platform said of the statement: period, amounts, status, times
  files         for each file its name, format, length in bytes, SHA-256, the time at which
                the platform made it (generated_at), its ETag, and when it was fetched
  replaced      earlier files of the statement that came with other bytes, if there were any
  completed_at  when the statement was complete
  seal          SHA-256 of all the above, as JSON without spaces

A statement without statement.json is not complete. Download addresses are not kept.

How to check that a file is unaltered
-------------------------------------

Linux     sha256sum FILE
macOS     shasum -a 256 FILE
Windows   certutil -hashfile FILE SHA256

Compare what is printed with "sha256" of the file in statement.json. They are the same as
long as not one bit of the file has changed.

The file leadline-archive.json tells Leadline that this is an archive, and which.
leadline-archive.lock is there while Leadline writes. Nothing else here is Leadline's.
`
