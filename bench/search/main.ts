/** npm run bench:search: measures the quality of the search by words, or, with the argument `pictures`, of the search by picture. */
await (process.argv.includes('pictures') ? import('./pictures/main.ts') : import('./words.ts'))
