import { readDemoPalettes, seedDemo } from './demo-products.ts'

/** Seeds the demo in the data folder named by the argument, for journeys that start later. */
const [, , folder = ''] = process.argv
if (!folder) throw new Error('Name the data folder.')
await seedDemo(folder)
await readDemoPalettes(folder)
