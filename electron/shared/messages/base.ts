import { choose } from './language'

export const dialogText = choose({
  en: {
    save: {
      picture: 'Save picture',
      figures: 'Save figures',
      conversions: 'Export conversions',
      supportFile: 'Save a support file',
      workspace: (name: string) => `Save “${name}” as a file`,
      failed: (name: string, folder: string) => `${name} could not be written to ${folder}.`
    },
    openWorkspace: 'Open a workspace file',
    types: {
      png: 'PNG picture',
      csv: 'CSV table',
      json: 'JSON',
      zip: 'ZIP archive',
      workspace: 'Leadline workspace'
    }
  }
})
