export { findLines as linesOf, type LineFilter, sumOf as balanceOf, sumOfAll } from './queries.ts'
export { type Line, monthlySums, type Posting, post, type Sums, sumByAccount } from './service.ts'
