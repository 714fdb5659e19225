import * as v from 'valibot'
import { linksSchema, workspacesSchema } from './schema'

export const version = 1
export const fileSchema = v.looseObject({
  version: v.literal(version),
  links: linksSchema,
  workspaces: workspacesSchema
})
