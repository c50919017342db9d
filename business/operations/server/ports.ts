import type { ReplicaState } from '../contract.ts'

declare module '#platform/server/context.ts' {
  interface Ports {
    program: { version: string }
    /** The replicas that this process reads from. Undefined: there are none. */
    replicas?: (() => readonly ReplicaState[]) | undefined
  }
}
