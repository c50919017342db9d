import sharp from 'sharp'

/**
 * Returns the result of the work, and whether a picture was decoded or drawn by this process meanwhile. Such work occupies the threads
 * that passwords, files, and DNS need, and cannot be stopped. Starting the work that makes the test's own files is the caller's business.
 */
export async function watchNativeWork<Result>(work: () => Promise<Result>): Promise<{ result: Result; drawn_here: boolean }> {
  let drawn_here = false
  const note = () => {
    drawn_here = true
  }
  sharp.queue.on('change', note)
  try {
    const result = await work()
    return { result, drawn_here }
  } finally {
    sharp.queue.off('change', note)
  }
}
