import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../fixtures/tls')
export const certificateFile = (name: string) => path.join(folder, `${name}.pem`)
export const certificate = (name: string) => readFileSync(certificateFile(name), 'utf8')
export const withKey = (name: string) => ({
  cert: certificate(name),
  key: readFileSync(path.join(folder, `${name}.key`), 'utf8')
})
