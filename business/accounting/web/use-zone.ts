import { useSyncExternalStore } from 'react'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

const subscribeToNothing = () => () => {}

/** Returns the browser's time zone, or the business zone during server rendering. */
export const useZone = (): string =>
  useSyncExternalStore(
    subscribeToNothing,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || BUSINESS_ZONE,
    () => BUSINESS_ZONE
  )
