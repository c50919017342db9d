import { useSyncExternalStore } from 'react'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

const never = () => () => {}

/** The time zone of the person's clock; the business zone until the page is alive. */
export const useZone = (): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || BUSINESS_ZONE,
    () => BUSINESS_ZONE
  )
