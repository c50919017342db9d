type AlertTable = { problem: string; title: string; started_at: Date; mailed_at: Date | null; gone_at: Date | null }

declare module '#platform/database/connect.ts' {
  interface Database {
    'operations.alert': AlertTable
    'operations.watch': { since: Date }
  }
}
