/** Loaded with `--import` into a measured process: tells its parent what it has used so far. */
export interface Usage {
  cpuMicroseconds: number
  rssBytes: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuMicroseconds: user + system, rssBytes: process.memoryUsage.rss() }
  process.send?.(usage)
})
// Without this the listener would keep the process alive that is measured.
process.channel?.unref()
