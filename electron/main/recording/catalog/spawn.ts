import type { CatalogProcess } from '#engine/recording/catalog/client'
import { forkProcess } from '../../base/child-process'
import { catalogEntry } from '../../base/startup/folders'

export const spawnCatalog = (): CatalogProcess => forkProcess(catalogEntry(), 'Leadline recordings')
