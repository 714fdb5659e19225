import { app } from 'electron'

/** The renderer's development server; cut out of every build that is not electron-vite's own development run. */
export function developmentServer(): string | null {
  if (!import.meta.env.DEV || app.isPackaged) return null
  return process.env['ELECTRON_RENDERER_URL'] ?? null
}
