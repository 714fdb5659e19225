import { app } from 'electron'

/** The renderer's development server; removed from production builds. */
export function developmentServer(): string | null {
  if (!import.meta.env.DEV || app.isPackaged) return null
  return process.env['ELECTRON_RENDERER_URL'] ?? null
}
