declare module '#platform/server/context.ts' {
  interface Ports {
    program: { version: string }
  }
}
