export type Say = (line: string) => void

type Total = { count: number; bytes: number }

const number = new Intl.NumberFormat('en-US')
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export const showCount = (count: number, noun: string): string => `${number.format(count)} ${count === 1 ? noun : `${noun}s`}`

export function showBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${number.format(Number((bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)))} ${UNITS[step]}`
}

/** Prints a line for every 10 percent of the bytes. Call the returned function for every file. */
export function fileProgress(say: Say, what: string, total: Total): (file: { size: number }) => void {
  let [files, bytes, shown] = [0, 0, 0]
  return ({ size }) => {
    files += 1
    bytes += size
    const tenths = Math.floor((bytes / Math.max(1, total.bytes)) * 10)
    if (tenths <= shown) return
    shown = tenths
    const percent = Math.min(100, tenths * 10)
    say(
      `${what}: ${percent} % (${number.format(files)} of ${showCount(total.count, 'file')}, ${showBytes(bytes)} of ${showBytes(total.bytes)})`
    )
  }
}

export async function totalOf(files: AsyncIterable<{ size: number }>): Promise<Total> {
  const total = { count: 0, bytes: 0 }
  for await (const { size } of files) {
    total.count += 1
    total.bytes += size
  }
  return total
}
