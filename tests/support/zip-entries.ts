const END = 0x06054b50
const ENTRY = 0x02014b50
const UTF8 = 0x0800

/** Reads the files of a ZIP that is not compressed, by name, from its central directory. */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || zip.readUInt32LE(end) !== END) throw new Error('This is no ZIP file.')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The list of files is damaged.')
    const [flags, method, size] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 24)]
    const [name_length, extra_length, note_length] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const start = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + name_length)
    if (method !== 0 || !(flags & UTF8)) throw new Error(`${name} is compressed, or its name is not marked as UTF-8.`)
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    files.set(name, zip.subarray(data, data + size))
    at += 46 + name_length + extra_length + note_length
  }
  return files
}
