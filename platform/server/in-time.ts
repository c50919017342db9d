/** The limit of `inTime` was reached. */
export class TooLate extends Error {
  override name = 'TooLate'
}

/** Returns the answer, or throws TooLate with `message` after `limit_ms`. What is asked goes on, and is not waited for. */
export async function inTime<Value>(
  answer: Promise<Value>,
  limit_ms: number,
  message = `No answer within ${limit_ms} ms.`
): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLate(message)), limit_ms)
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
