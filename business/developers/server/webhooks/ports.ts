import type { LookupAddress } from 'node:dns'
import type { Events } from '#platform/server/events.ts'

/** Returns every address of a host name, and none if it has none. Throws if that cannot be found out. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>

export type WebhookNetwork = {
  /** Whether receivers may be on this machine, for tests and for trying out. */
  allows_loopback: boolean
  resolve: ResolveHost
}

declare module '#platform/server/context.ts' {
  interface Ports {
    events: Events
    webhooks: WebhookNetwork
  }
}
