/** Every value of a JSON text but the first comes after one of these bytes. */
const BEFORE_VALUES = Buffer.from(',[{')
/** More than any call has, even if all its texts were commas. Parsing more would block the process for longer than a page. */
const MAX_VALUES = 50_000

/** Returns whether a JSON text may contain more values than any call has, without parsing it. */
export function hasTooManyValues(body: Buffer): boolean {
  let left = MAX_VALUES
  for (const byte of BEFORE_VALUES)
    for (let at = body.indexOf(byte); at !== -1; at = body.indexOf(byte, at + 1)) {
      left -= 1
      if (left < 0) return true
    }
  return false
}
