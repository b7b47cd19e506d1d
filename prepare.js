// npm runs this where it makes a package of the sources: of a git dependency, or of a folder that another project
// depends on. A clone that is installed for itself runs its sources and needs no build, and `npm pack` builds by prepack.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '')
const forItself = process.env.INIT_CWD === root
const canBuild = existsSync(new URL('node_modules/tsx', import.meta.url))

if (!forItself && canBuild) {
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit', shell: true })
  process.exitCode = status ?? 1
}
