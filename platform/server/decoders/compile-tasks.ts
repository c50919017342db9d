import { flushCompileCache } from 'node:module'
import './decoder-main.ts'

/** Loads the modules named by its arguments, as decoders do, and writes their compiled code to the folder in NODE_COMPILE_CACHE. */
for (const address of process.argv.slice(2)) await import(address)
flushCompileCache()
