export type UploadLimits = {
  max_bytes: number
  /** Width times height. */
  max_pixels: number
}

export const USUAL_UPLOAD_LIMITS: UploadLimits = { max_bytes: 100 * 1024 * 1024, max_pixels: 100_000_000 }

declare module '#platform/server/context.ts' {
  interface Ports {
    uploads: UploadLimits
  }
}
