const MB = 1024 * 1024

export type RenditionLimits = {
  /** New sizes and formats that are stored for one person in a day (UTC). */
  person_daily_bytes: number
  /** All stored renditions together. */
  store_bytes: number
}

export const USUAL_RENDITION_LIMITS: RenditionLimits = { person_daily_bytes: 2048 * MB, store_bytes: 20_000 * MB }

declare module '#platform/server/context.ts' {
  interface Ports {
    renditions: RenditionLimits
  }
}
