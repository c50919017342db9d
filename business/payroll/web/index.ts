export { PayoutTable } from './payout-table.tsx'
