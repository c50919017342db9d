const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/x-cfb': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp']
}

/**
 * Returns an applicant's file name with an extension that fits the bytes. Otherwise a PDF named `resume.hta` would run as a program when
 * it is opened, and invisible characters could hide the extension.
 */
export function savedAs(filename: string, content_type: string): string {
  const visible = filename.replace(/\p{Cf}/gu, '')
  const fitting = EXTENSIONS[content_type] ?? ['bin']
  const extension = visible.split('.').at(-1)?.toLowerCase() ?? ''
  return fitting.includes(extension) ? visible : `${visible}.${fitting[0]}`
}
