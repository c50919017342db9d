export type UploadLimits = {
  max_bytes: number
  /** Width times height. */
  max_pixels: number
  /** An SVG that takes longer to draw, in milliseconds, is refused. */
  svg_drawing_ms: number
  /** A page of a PDF or EPS that takes longer to draw, in milliseconds, fails. */
  page_drawing_ms: number
  /** Whether an EPS may be drawn by Ghostscript, if it is installed. */
  ghostscript: boolean
}

export const USUAL_UPLOAD_LIMITS: UploadLimits = {
  max_bytes: 100 * 1024 * 1024,
  max_pixels: 100_000_000,
  svg_drawing_ms: 10_000,
  page_drawing_ms: 20_000,
  ghostscript: false
}

declare module '#platform/server/context.ts' {
  interface Ports {
    uploads: UploadLimits
  }
}
