// Runs with any Node from 20 on, before anything is installed; the checks run with the Node 24 that npm installs.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org and run this again.`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

import('./processes/install.js')
  .then(async ({ install, runNode24 }) => {
    await install()
    process.exitCode = await runNode24(['tests/support/check.ts', ...process.argv.slice(2)])
  })
  .catch((error) => {
    console.error(error.message)
    console.log('0 passed, 1 failed')
    process.exitCode = 1
  })
