/* Stores the asset that this browser created last, which /upload-file opens when its address has no id. */

const NAME = 'last_created_asset_id'

/** Returns undefined if nothing is stored or storage is closed, as in some private windows. */
export function readLastCreatedAsset(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined
  }
}

export function storeLastCreatedAsset(asset_id: string): void {
  try {
    localStorage.setItem(NAME, asset_id)
  } catch {
    // Storage can be closed or full. The upload page then has no default asset.
  }
}

/** Forgets the asset once it no longer exists for this person. */
export function forgetLastCreatedAsset(asset_id: string): void {
  try {
    if (localStorage.getItem(NAME) === asset_id) localStorage.removeItem(NAME)
  } catch {
    // Storage is closed, so there is nothing to forget.
  }
}
