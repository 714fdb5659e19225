import type { GenericSchema, InferOutput } from 'valibot'

/** One call from a window to main: the schema checks what comes in; what goes out is typed only, main is trusted. */
export interface Call<Input, Output> {
  readonly payload: GenericSchema<unknown, Input>
  /** Carries the type; never set. */
  readonly output?: Output
}

/** `call(schema).returns<T>()` */
export function call<Schema extends GenericSchema>(payload: Schema) {
  return {
    returns: <Output>(): Call<InferOutput<Schema>, Output> => ({
      payload: payload as GenericSchema<unknown, InferOutput<Schema>>
    })
  }
}

export type CallInput<C> = C extends Call<infer Input, unknown> ? Input : never
export type CallOutput<C> = C extends Call<never, infer Output> | Call<infer _, infer Output> ? Output : never
