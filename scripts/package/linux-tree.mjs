import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../setup/paths.mjs'

const resources = path.join(root, 'resources')
const linux = path.join(resources, 'linux')

export const appPlace = 'usr/lib/leadline'

/**
 * Where the system looks for each file, from the top of the file system.
 * @type {Record<string, string>}
 */
const files = {
  leadline: 'usr/bin/leadline',
  'leadline.desktop': 'usr/share/applications/leadline.desktop',
  'leadline.metainfo.xml': 'usr/share/metainfo/leadline.metainfo.xml',
  'leadline.mime.xml': 'usr/share/mime/packages/leadline.xml',
  'leadline.bash': 'usr/share/bash-completion/completions/leadline',
  _leadline: 'usr/share/zsh/vendor-completions/_leadline',
  'leadline.fish': 'usr/share/fish/vendor_completions.d/leadline.fish',
  apparmor: 'usr/share/leadline/apparmor',
  'lintian-overrides': 'usr/share/lintian/overrides/leadline'
}

/** @param {Buffer} content always the same bytes: no time, no name */
const compressed = (content) => gzipSync(content, { level: 9 })

/**
 * As Debian and RPM compare versions: a prerelease, and a test build, is older than its release.
 * @param {string} version
 * @param {boolean} isTest
 */
export const packageVersion = (version, isTest) => version.replaceAll('-', '~') + (isTest ? '~test' : '')

export const maintainer = 'The Leadline contributors <leadline@localhost>'

/**
 * In the form that Debian's tools read.
 * @param {string} version
 * @param {number} date in seconds
 */
const debianChangelog = (version, date) => `leadline (${version}) stable; urgency=medium

  * CHANGELOG.md.gz lists the changes.

 -- ${maintainer}  ${new Date(date * 1000).toUTCString().replace('GMT', '+0000')}
`

/**
 * Everything that an installed package has.
 * @param {{ app: string, tree: string, version: string, date: number, sbom: string }} request `app` is the app folder, `tree` is created, `sbom` is a file
 */
export function writeLinuxTree({ app, tree, version, date, sbom }) {
  const put = (/** @type {string} */ place, /** @type {Buffer | string} */ content) => {
    const file = path.join(tree, place)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
  }
  const copy = (/** @type {string} */ source, /** @type {string} */ place) =>
    put(place, fs.readFileSync(source))
  fs.cpSync(app, path.join(tree, appPlace), { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  for (const [name, place] of Object.entries(files)) copy(path.join(linux, name), place)
  for (const name of fs.readdirSync(path.join(resources, 'icons'))) {
    const isDrawing = name.endsWith('.svg')
    const size = isDrawing ? 'scalable' : path.parse(name).name
    const extension = path.extname(name)
    copy(path.join(resources, 'icons', name), `usr/share/icons/hicolor/${size}/apps/leadline${extension}`)
  }
  put('usr/share/man/man1/leadline.1.gz', compressed(fs.readFileSync(path.join(linux, 'leadline.1'))))
  const documents = 'usr/share/doc/leadline'
  put(`${documents}/CHANGELOG.md.gz`, compressed(fs.readFileSync(path.join(root, 'CHANGELOG.md'))))
  put(`${documents}/changelog.gz`, compressed(Buffer.from(debianChangelog(version, date))))
  copy(sbom, `${documents}/sbom.cdx.json`)
  copy(path.join(root, 'LICENSE'), `${documents}/copyright`)
  for (const name of ['feed.md', 'recording.md'])
    put(`${documents}/${name}.gz`, compressed(fs.readFileSync(path.join(root, 'docs', name))))
  setModes(tree)
}

/**
 * The same permissions whatever the umask of the builder is. Chromium's helper for systems without user namespaces is
 * setuid root.
 * @param {string} tree
 */
export function setModes(tree) {
  for (const entry of fs.readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(place, 0o755)
    else if (entry.isFile()) fs.chmodSync(place, modeOf(place))
  }
  fs.chmodSync(tree, 0o755)
}

/** @param {string} file */
function modeOf(file) {
  if (path.basename(file) === 'chrome-sandbox') return 0o4755
  const start = Buffer.alloc(4)
  const handle = fs.openSync(file, 'r')
  fs.readSync(handle, start)
  fs.closeSync(handle)
  const first = start.toString('latin1')
  const isProgram = first === '\x7fELF' && !/\.(so|node)\b/.test(path.basename(file))
  return isProgram || first.startsWith('#!/') ? 0o755 : 0o644
}
