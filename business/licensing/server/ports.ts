/** The license terms as plain text, for hand-overs. Implemented by the part that shows them. */
export type LicenseTerms = { text(site: { brand_name: string; support_email: string; public_url: string }): string }

declare module '#platform/server/context.ts' {
  interface Ports {
    license_terms: LicenseTerms
  }
}
