import { useEffect, useState } from 'react'

/** The format chosen beside Get waits in this tab until the asset is paid for and downloaded. */
const keyOf = (asset_id: string) => `wanted_format:${asset_id}`

export function keepFormat(asset_id: string, format: string | undefined): void {
  if (format) sessionStorage.setItem(keyOf(asset_id), format)
}

/** Known in the browser only, so it comes after the first render. */
export function useWantedFormat(asset_id: string): string | undefined {
  const [format, setFormat] = useState<string>()
  useEffect(() => setFormat(sessionStorage.getItem(keyOf(asset_id)) ?? undefined), [asset_id])
  return format
}
