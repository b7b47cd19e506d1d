#!/usr/bin/env node
// The command `invoicing-kit`, in the package and in a clone. Plain JavaScript that an old Node reads as well, so that
// it can say in one line what it lacks.
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24

const beside = (path) => new URL(path, import.meta.url)

/** Runs the command line; in a clone from its sources, so that what is edited is what runs. */
async function start() {
  if (!supported)
    return refuse(`needs Node 20.19, 22.13, or 24 and later, and this is Node ${process.versions.node}`)
  if (existsSync(beside('cli.ts')) && existsSync(beside('node_modules/tsx'))) {
    const { register } = await import('tsx/esm/api')
    register()
    return import('./cli.ts')
  }
  if (existsSync(beside('dist/cli.js'))) {
    // Compiled once, loaded from then on; from Node 22.8.
    if (module.enableCompileCache) module.enableCompileCache()
    return import('./dist/cli.js')
  }
  return refuse('is not built: install it without --ignore-scripts; in a clone, run npm ci')
}

function refuse(why) {
  process.stderr.write(`error: invoicing-kit ${why}.\n`)
  process.exitCode = 2
}

await start()
