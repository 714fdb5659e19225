import * as v from 'valibot'
import { JsonStore } from '#engine/base/files/index'

export const memoryStore = <T extends object>(initial: T): JsonStore<T> =>
  new JsonStore({ file: '', schema: v.any(), version: 1, title: '', initial }, initial, null, false)
