import path from 'node:path'
import { readJson, root } from '../setup/paths.mjs'
import { built, duckdb, duckdbFiles, keytar, keytarFiles } from './content.mjs'
import { fuses } from './fuses.mjs'
import { updateSource } from './update-source.mjs'

/**
 * For Windows and macOS: electron-builder --config scripts/package/electron-builder.mjs. See docs/release.md.
 */
const { devDependencies } = /** @type {{ devDependencies: Record<string, string> }} */ (
  readJson(path.join(root, 'package.json'))
)

const updates = updateSource(process.env)

export default {
  ...(updates && { extraMetadata: { updates } }),
  appId: 'leadline.desktop',
  productName: 'Leadline',
  executableName: 'Leadline',
  copyright: 'Copyright © 2026 The Leadline contributors',
  electronVersion: devDependencies['electron'],
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    'package.json',
    ...built.map((name) => (path.extname(name) ? name : `${name}/**`)),
    '!node_modules/**',
    ...keytarFiles.map((name) => `${keytar}/${name}`),
    `${keytar}/prebuilds/\${platform}-\${arch}/*.node`,
    ...duckdbFiles.map((name) => `${duckdb}/${name}`),
    `${duckdb}-\${platform}-\${arch}/**`
  ],
  asar: true,
  asarUnpack: ['**/*.node', `${duckdb}-*/**`],
  npmRebuild: false,
  nodeGypRebuild: false,
  electronLanguages: ['en-US', 'en'],
  electronFuses: fuses,
  protocols: [{ name: 'Leadline', schemes: ['leadline'] }],
  fileAssociations: [
    {
      ext: 'leadline-workspace',
      name: 'Leadline workspace',
      description: 'Leadline workspace',
      mimeType: 'application/x-leadline-workspace+json',
      role: 'Editor'
    }
  ],
  forceCodeSigning: true,
  publish: null,
  artifactName: 'leadline-${version}-${os}-${arch}.${ext}',
  win: { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }], icon: 'resources/icons/512x512.png' },
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false, differentialPackage: false },
  mac: {
    target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
    icon: 'resources/icons/1024x1024.png',
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    notarize: true,
    minimumSystemVersion: '12.0'
  }
}
