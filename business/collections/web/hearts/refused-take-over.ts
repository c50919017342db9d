/** Whose take-over the server has refused in this tab. It is not asked again on every page. */
const NAME = 'easel.hearts_refused'

export function isRefused(client: string): boolean {
  try {
    return sessionStorage.getItem(NAME) === client
  } catch {
    return false
  }
}

export function noteRefused(client: string): void {
  try {
    sessionStorage.setItem(NAME, client)
  } catch {
    // Without storage there are no hearts to take over.
  }
}

export function forgetRefused(): void {
  try {
    sessionStorage.removeItem(NAME)
  } catch {
    // Nothing was noted.
  }
}
