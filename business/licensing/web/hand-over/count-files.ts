/** The first bytes of each file in a ZIP. */
const HEADER = [0x50, 0x4b, 0x03, 0x04]

/** Counts the files of a ZIP in the chunks of its bytes. A file that contains these bytes itself counts twice: good enough for a progress bar. */
export function createFileCounter(): (chunk: Uint8Array) => number {
  let matched = 0
  let files = 0
  return (chunk) => {
    for (const byte of chunk) {
      matched = byte === HEADER[matched] ? matched + 1 : byte === HEADER[0] ? 1 : 0
      if (matched < HEADER.length) continue
      files += 1
      matched = 0
    }
    return files
  }
}
