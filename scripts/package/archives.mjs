import fs from 'node:fs'
import path from 'node:path'
import { root, sizeOf } from '../setup/paths.mjs'
import { appPlace, maintainer, setModes } from './linux-tree.mjs'
import { runTool } from './tools.mjs'

/**
 * `name` without an extension, `tree` as installed, `work` for files on the way, `date` in seconds, `level` of compression.
 * @typedef {{ name: string, version: string, app: string, tree: string, work: string, out: string, date: number, sbom: string, level: number }} Source
 */

/** Each name as in Debian 12, and since the change to 64-bit times. */
const needed = [
  'libasound2t64 | libasound2',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatk1.0-0 | libatk1.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libc6 (>= 2.31)',
  'libcairo2',
  'libcups2 | libcups2t64',
  'libdrm2',
  'libgbm1',
  'libglib2.0-0 | libglib2.0-0t64',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libsecret-1-0',
  'libudev1',
  'libx11-6',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
  'xdg-utils'
]

const summary = 'read-only monitor for digital-asset markets and treasury records'

/** @param {Source} source */
function controlOf({ version, tree }) {
  return [
    'Package: leadline',
    `Version: ${version}`,
    'Architecture: amd64',
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${Math.ceil(sizeOf(tree) / 1024)}`,
    `Depends: ${needed.join(', ')}`,
    'Recommends: gnome-keyring | kwalletmanager, libnotify-bin',
    'Section: misc',
    'Priority: optional',
    `Description: ${summary}`,
    ' Leadline shows order books, depth, trades and candles, searches deposit',
    ' addresses, follows stablecoin conversions and keeps rewards statements in an',
    ' offline archive. It cannot place an order or move money.',
    ''
  ].join('\n')
}

/** @param {Source} source */
async function writeDeb(source) {
  const control = path.join(source.tree, 'DEBIAN')
  const file = path.join(source.out, `${source.name}.deb`)
  fs.mkdirSync(control)
  fs.chmodSync(control, 0o755)
  try {
    fs.writeFileSync(path.join(control, 'control'), controlOf(source))
    fs.chmodSync(path.join(control, 'control'), 0o644)
    for (const name of ['postinst', 'postrm']) {
      fs.copyFileSync(path.join(root, 'resources/linux', name), path.join(control, name))
      fs.chmodSync(path.join(control, name), 0o755)
    }
    await runTool(
      'dpkg-deb',
      ['--root-owner-group', '-Zzstd', `-z${source.level}`, '--build', source.tree, file],
      {
        cwd: source.work,
        date: source.date
      }
    )
  } finally {
    fs.rmSync(control, { recursive: true })
  }
  return file
}

/** @param {Source} source */
async function writeTar({ name, app, work, out, date, sbom, level }) {
  const folder = path.join(work, name)
  const file = path.join(out, `${name}.tar.zst`)
  fs.cpSync(app, folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  fs.copyFileSync(sbom, path.join(folder, 'sbom.cdx.json'))
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  setModes(folder)
  const same = [
    '--sort=name',
    `--mtime=@${date}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu'
  ]
  const tar = path.join(work, `${name}.tar`)
  await runTool('tar', ['--create', ...same, '--file', tar, '--directory', work, name], { cwd: work, date })
  await runTool('zstd', ['--quiet', '--force', `-${level}`, '--rm', tar, '-o', file], { cwd: work, date })
  return file
}

/** @param {Source} source */
function specOf({ version, tree, date, level }) {
  const files = fs
    .readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => '/' + path.relative(tree, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(`/${appPlace}/`) && !file.includes('/lintian/'))
    .sort()
  return `Name: leadline
Version: ${version}
Release: 1
Summary: ${summary[0]?.toUpperCase()}${summary.slice(1)}
License: MIT
AutoReqProv: no
Requires: alsa-lib, at-spi2-core, cups-libs, gtk3, libdrm, libgbm, libsecret, libxkbcommon, nss, xdg-utils
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _buildhost localhost
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global build_mtime_policy clamp_to_source_date_epoch
%global _binary_payload w${level}.zstdio
%description
Leadline shows order books, depth, trades and candles, searches deposit
addresses, follows stablecoin conversions and keeps rewards statements in an
offline archive. It cannot place an order or move money.
%install
cp -a '${tree}/.' %{buildroot}/
rm -rf %{buildroot}/usr/share/lintian
find %{buildroot} -exec touch --no-dereference --date=@${date} {} +
%post
${scriptOf('postinst').replace('[ "$1" = configure ]', '[ "$1" -ge 1 ]')}
%postun
${scriptOf('postrm').replace('[ "$1" = remove ] || [ "$1" = purge ]', '[ "$1" = 0 ]').replace('[ "$1" = remove ]', '[ "$1" = 0 ]')}
%files
%defattr(-,root,root)
/${appPlace}
%dir /usr/share/leadline
%dir /usr/share/doc/leadline
${files.join('\n')}
`
}

/** @param {string} name */
const scriptOf = (name) =>
  fs.readFileSync(path.join(root, 'resources/linux', name), 'utf8').replace(/^#!.*\n/, '')

/** @param {Source} source */
async function writeRpm(source) {
  const spec = path.join(source.work, 'leadline.spec')
  const built = path.join(source.work, 'rpm')
  fs.writeFileSync(spec, specOf(source))
  await runTool('rpmbuild', ['-bb', '--target', 'x86_64', '--define', `_topdir ${built}`, spec], {
    cwd: source.work,
    date: source.date
  })
  const folder = path.join(built, 'RPMS/x86_64')
  const [name = ''] = fs.readdirSync(folder)
  const file = path.join(source.out, `${source.name}.rpm`)
  fs.copyFileSync(path.join(folder, name), file)
  return file
}

/** @type {Record<import('./options.mjs').Format, (source: Source) => Promise<string>>} */
export const writers = { deb: writeDeb, rpm: writeRpm, tar: writeTar }
