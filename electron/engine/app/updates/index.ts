export { parseSource, type UpdateSource } from './source'
export { openUpdateFile } from './update-file'
export { Updates } from './updates'
