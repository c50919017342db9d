import type { Party } from '../rules.ts'

declare module '#platform/server/context.ts' {
  interface Ports {
    /** Who sells, as invoices name them. */
    invoicing: { seller: Party }
  }
}
