import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { build, type OutputFile, type Plugin } from 'esbuild'

/** Entry points of the built package: the command `mock`, and the processes that draw documents. */
const ENTRIES = ['mock-server/cli.js', 'mock-server/documents/drawing-entry.js']

/** Stands for the folder of the kit until it is known in which file a text comes to lie. */
const KIT = '/folder-of-the-kit'

/**
 * Joins the compiled files that a mock is made of into a few, since to find, read and link each of three hundred takes
 * longer than to run what is in them. What is loaded later stays apart, and so do other packages.
 * @param dist where they lie
 */
export async function bundle(dist: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: dist,
    entryPoints: ENTRIES,
    outdir: dist,
    outbase: dist,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    allowOverwrite: true,
    plugins: [asIfStillThere(dist)],
  })
  for (const file of outputFiles) put(file, dist)
}

/** Files find others by where they lie themselves, `import.meta.url`: it goes on to say where each lay. */
const asIfStillThere = (dist: string): Plugin => ({
  name: 'as if still there',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const place = `new URL("${KIT}/${relative(dist, path).replaceAll(sep, '/')}", import.meta.url).href`
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', place), loader: 'js' }
    })
  },
})

function put({ path, text }: OutputFile, dist: string): void {
  const kit = relative(dirname(path), dist).replaceAll(sep, '/')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text.replaceAll(KIT, kit))
}
