/** The file that called the function which asks, from the root of the project: `conformance/clauses/auth/keys.ts`. */
export function callerFile(): string {
  const { stack = '' } = new Error()
  const [, , caller = ''] = stack.split('\n').filter((line) => line.includes('    at '))
  const [, file = 'unknown'] = FILE.exec(caller) ?? []
  // An installed kit runs what was compiled of it.
  return file.replace(/\.js$/, '.ts')
}

const FILE = /.*[\\/](conformance[\\/][^:]+\.[jt]s)/
