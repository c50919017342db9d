import { useEffect, useState } from 'react'

/** Returns an object URL for a blob and revokes it when it is no longer used. Undefined on the first render. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
