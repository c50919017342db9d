/** What waits is counted up to this number; the navigation shows it as '99+'. */
export const WAITING_MAX = 100

export const showWaiting = (count: number): string => (count >= WAITING_MAX ? `${WAITING_MAX - 1}+` : String(count))
