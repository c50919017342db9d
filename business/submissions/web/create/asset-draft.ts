/* What was typed into the Create Asset form while signed out, stored in this tab until the artist has logged in and created the asset. */

export type AssetDraft = Partial<Record<string, string>>

const NAME = 'easel.draft.create-asset'

export function storeAssetDraft(draft: AssetDraft): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(draft))
  } catch {
    // Storage can be closed or full. The form itself still shows what was typed.
  }
}

/** Returns an empty draft if nothing is stored, or if storage is closed or holds something else. */
export function readAssetDraft(): AssetDraft {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '{}')
    return typeof found === 'object' && found !== null ? { ...found } : {}
  } catch {
    return {}
  }
}

export function forgetAssetDraft(): void {
  try {
    sessionStorage.removeItem(NAME)
  } catch {
    // Storage is closed, so nothing is stored.
  }
}
