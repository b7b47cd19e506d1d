/** What an unexpected error of ours says in a report: in words and with its place, since a stack leads nobody anywhere. */
export function fault(where: string, error: unknown): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const place = /conformance\/([\w/.-]+\.[jt]s:\d+)/.exec(
    stack.slice(stack.indexOf(message) + message.length),
  )?.[1]
  return `a fault of the suite in "${where}": ${name}: ${message}${place === undefined ? '' : ` (${place})`}`
}
