import type { Faults } from './faults.ts'
import type { Store } from './store.ts'
import type { Deliveries } from './webhooks/deliveries.ts'

/** The context of every sandbox call. */
export type Sandbox = {
  store: Store
  faults: Faults
  deliveries: Deliveries
  now: () => Date
  /** The address of the sandbox. Empty until it listens. */
  url: string
  merchant: { email_address: string; merchant_id: string }
  buyer: { email_address: string; name: { given_name: string; surname: string }; address: { country_code: string } }
}
