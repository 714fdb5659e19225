import { isSecretName, redacted } from './redact'

/** Values of fields with secret names are removed. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return describeError(value)
  const seen = new WeakSet<object>()
  try {
    return (
      JSON.stringify(value, function (key, item: unknown) {
        if (isSecretName(key)) return redacted
        if (typeof item === 'bigint') return `${item}`
        if (typeof item !== 'object' || item === null) return item
        if (item instanceof Error) return describeError(item)
        // Bytes may contain a secret that no text rule finds.
        if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) return `(${item.byteLength} bytes)`
        if (isSerialisedBuffer(item)) return `(${item.data.length} bytes)`
        if (seen.has(item)) return '(again)'
        seen.add(item)
        return item
      }) ?? String(value)
    )
  } catch (problem) {
    return `(cannot be written: ${problem instanceof Error ? problem.message : String(problem)})`
  }
}

function describeError(error: Error): string {
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\nbecause of ${describe(error.cause)}`
}

/** `Buffer` converts itself before a replacer sees it. */
const isSerialisedBuffer = (item: object): item is { type: 'Buffer'; data: unknown[] } =>
  'type' in item && item.type === 'Buffer' && 'data' in item && Array.isArray(item.data)
