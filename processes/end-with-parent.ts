/** Loaded before a child process's own script: the child stops as if asked to when its parent is gone, however that ended. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel serves only this; it keeps no child alive that has nothing else to do.
process.channel?.unref()
