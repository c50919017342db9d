import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'platform/**/*.test.{ts,tsx}',
      'business/**/*.test.{ts,tsx}',
      'processes/**/*.test.ts',
      'sandbox/**/*.test.ts',
      'catalogue-import/**/*.test.ts',
      'tests/*.test.ts'
    ],
    globalSetup: './tests/support/postgres.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
