// Runs with Node 20 or newer, before anything is installed. Everything after it runs with the Node 24 that npm installs.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org and run this again.`)
  process.exit(1)
}

/** In MB. Without them, V8 lets garbage fill the memory of the machine before it collects. NODE_OPTIONS takes precedence. */
const HEAP = process.env.NODE_OPTIONS?.includes('--max-old-space-size') ? [] : ['--max-semi-space-size=8', '--max-old-space-size=1024']

import('./processes/install.js')
  .then(async ({ install, runNode24 }) => {
    await install()
    const isDev = process.argv[2] === 'dev'
    process.exitCode = await runNode24([
      ...HEAP,
      ...(isDev ? ['--conditions=development'] : []),
      'processes/start.ts',
      ...process.argv.slice(2)
    ])
  })
  .catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
