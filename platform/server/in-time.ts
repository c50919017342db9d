/** The limit of `inTime` was reached. */
export class TooLate extends Error {
  override name = 'TooLate'
}

/** Returns the answer, or throws TooLate after `limit_ms`. What is asked goes on, and is not waited for. */
export async function inTime<Value>(answer: Promise<Value>, limit_ms: number): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLate(`No answer within ${limit_ms} ms.`)), limit_ms)
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
