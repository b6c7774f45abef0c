// Loaded into child processes: when the parent is gone, killed included, the channel to it closes and so do we.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGINT')
  setTimeout(() => process.exit(1), 10_000).unref()
})
process.channel?.unref()
