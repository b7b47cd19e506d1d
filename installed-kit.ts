import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

// For packaging.test.ts: the project of a user who installed the packed kit.

interface Locked {
  dev?: boolean
  devOptional?: boolean
}

const run = promisify(execFile)
const root = import.meta.dirname
const QUIET = { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false' }
const npm = (args: string[], cwd = root) => run('npm', args, { cwd, env: { ...process.env, ...QUIET } })

export class InstalledKit {
  readonly folder: string
  /** Path of the tarball, and of the files in it. */
  readonly tarball: string
  readonly files: readonly string[]

  private constructor(folder: string, tarball: string, files: readonly string[]) {
    this.folder = folder
    this.tarball = tarball
    this.files = files
  }

  /** Packs and installs the kit, in a folder of its own; builds it before, where `npm test` has not. */
  static async make(): Promise<InstalledKit> {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'kit-package-'))
    if (!process.env['INVOICING_KIT_BUILT']) await npm(['run', 'build'])
    const { stdout } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder])
    const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout)
    const files = packed?.files.map(({ path }) => path) ?? []
    const kit = new InstalledKit(folder, join(folder, packed?.filename ?? ''), files)
    await kit.#install()
    // What else a user has installed.
    await kit.#link(join(root, 'node_modules', 'vitest'), 'vitest')
    return kit
  }

  write(name: string, content: string): Promise<void> {
    return writeFile(join(this.folder, name), content)
  }

  /** Runs Node in the project, to its end. */
  node(...args: string[]) {
    return this.run(process.execPath, args)
  }

  run(command: string, args: string[]) {
    return run(command, args, { cwd: this.folder })
  }

  async drop(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** `npm install ./invoicing-kit-….tgz`, with the versions of our lock file, which the npm cache has since `npm ci`. */
  async #install(): Promise<void> {
    const { devDependencies: _, ...kit } = await readJson<{ devDependencies: object }>('package.json')
    const lock = await readJson<{ packages: Record<string, Locked> }>('package-lock.json')
    const shipped = Object.entries(lock.packages).filter(
      ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
    )
    const resolved = `file:${this.tarball}`
    const dependencies = { 'invoicing-kit': resolved }
    const packages = {
      '': { dependencies },
      'node_modules/invoicing-kit': { ...kit, resolved },
      ...Object.fromEntries(shipped),
    }
    await this.write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }))
    await this.write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
    try {
      await npm(['ci', '--prefer-offline', '--fetch-retries=0'], this.folder)
    } catch (error) {
      const [why = 'npm error'] = /npm error .*/.exec(String(error)) ?? []
      console.warn(`The kit cannot be installed by npm (${why}), so the packages of this clone are linked.`)
      await this.#unpack(shipped.map(([path]) => path.replace('node_modules/', '')))
    }
  }

  /** What npm would have done. */
  async #unpack(packages: readonly string[]): Promise<void> {
    await rm(join(this.folder, 'node_modules'), { recursive: true, force: true })
    const home = join(this.folder, 'node_modules', 'invoicing-kit')
    await mkdir(home, { recursive: true })
    await run('tar', ['-xzf', this.tarball, '-C', home, '--strip-components', '1'])
    for (const name of packages.filter((path) => !path.includes('node_modules')))
      await this.#link(join(root, 'node_modules', name), name)
    await this.#link(join(home, 'invoicing-kit.js'), '.bin/invoicing-kit')
  }

  async #link(target: string, name: string): Promise<void> {
    const path = join(this.folder, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(target, path)
  }
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(join(root, file), 'utf8'))
