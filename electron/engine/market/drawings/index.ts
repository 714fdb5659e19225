export { openDrawingFile } from './drawing-file'
export { Drawings } from './drawings'
