// Loaded with `--import` into a measured proxy: tells its parent, whenever it is asked, what it has used so far.

/** Microseconds of CPU, of all threads, and bytes of memory. */
export interface Usage {
  cpu_us: number
  rss: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu_us: user + system, rss: process.memoryUsage.rss() } satisfies Usage)
})
// Without this the listener would keep the process alive that is measured.
process.channel?.unref()
