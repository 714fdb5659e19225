import type { GenericSchema, InferOutput } from 'valibot'

/** A call from a window to main. The input is validated; the output is only typed, because main is trusted. */
export interface Call<Input, Output> {
  readonly payload: GenericSchema<unknown, Input>
  /** Only carries the type. */
  readonly output?: Output
}

export function call<Schema extends GenericSchema>(payload: Schema) {
  return {
    returns: <Output>(): Call<InferOutput<Schema>, Output> => ({
      payload: payload as GenericSchema<unknown, InferOutput<Schema>>
    })
  }
}

export type CallInput<C> = C extends Call<infer Input, unknown> ? Input : never
export type CallOutput<C> = C extends Call<never, infer Output> | Call<infer _, infer Output> ? Output : never
