/** After this many files in a row without an answer, the scanner itself is taken to be down. */
const MISSES_MAX = 3

/**
 * Job: scans the files for which the scanner did not answer. `scan` returns whether it did now. A file that always makes the scanner fail
 * does not hold up the others. Throws at the end if a file still waits, so that an operator notices.
 */
export async function scanEach<File>(files: readonly File[], scan: (file: File) => Promise<boolean>, what: string): Promise<void> {
  let misses = 0
  let in_a_row = 0
  for (const file of files) {
    in_a_row = (await scan(file)) ? 0 : in_a_row + 1
    if (in_a_row > 0) misses += 1
    if (in_a_row === MISSES_MAX) break
  }
  if (misses > 0) throw new Error(`The virus scanner does not answer. ${what} are waiting for it.`)
}
