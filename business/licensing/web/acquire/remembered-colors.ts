import { useEffect, useState } from 'react'

/** The colors in which someone began to buy a drawing. A payment and a sign-in lead away and back. Stored for this tab only. */
const keyOf = (asset_id: string): string => `colors ${asset_id}`
const COLORS = /^[#a-f\d,-]{1,200}$/i

/** Stores the colors, as '#from-#to,…'; without any, forgets those from before. */
export function rememberColors(asset_id: string, colors: string | undefined): void {
  if (colors) sessionStorage.setItem(keyOf(asset_id), colors)
  else sessionStorage.removeItem(keyOf(asset_id))
}

/** Returns '' if there are none. */
export function recallColors(asset_id: string): string {
  const colors = sessionStorage.getItem(keyOf(asset_id)) ?? ''
  return COLORS.test(colors) ? colors : ''
}

/** Undefined until the page is hydrated: only the browser knows them. */
export function useRememberedColors(asset_id: string | null): string | undefined {
  const [colors, setColors] = useState<string>()
  useEffect(() => setColors(asset_id ? recallColors(asset_id) : ''), [asset_id])
  return colors
}
