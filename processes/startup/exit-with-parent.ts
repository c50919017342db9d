/** Loaded before a child process's own script: sends the child SIGTERM when its parent is gone, however the parent ended. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep the child alive on its own.
process.channel?.unref()
