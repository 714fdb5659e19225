export * from './condition'
export { sentenceOf } from './sentence'
