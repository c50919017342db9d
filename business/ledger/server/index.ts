export { type Booked, findBooked as entriesOf } from './entries.queries.ts'
export { findLines as linesOf, sumOf as balanceOf, sumOfAll } from './queries.ts'
export { monthlySums, type Posting, post, type Sums, sumByAccount } from './service.ts'
export { type Known, type Verdict, verify } from './verify.service.ts'
