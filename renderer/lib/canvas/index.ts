export { canvas } from './canvas'
export type { Look } from './look'
export { figureWidth, sharp } from './metrics'
export { Painter, type Paint, type Surface } from './painter'
