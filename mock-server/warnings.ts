/** How many are kept. */
const KEPT_WARNINGS = 20

/** What is told of the data, passed on and kept, the latest last. */
export function keepWarnings(told: ((warning: string) => void) | undefined) {
  const warnings: string[] = []
  const tell = (warning: string): void => {
    warnings.push(warning)
    warnings.splice(0, warnings.length - KEPT_WARNINGS)
    told?.(warning)
  }
  return { warnings, tell }
}
