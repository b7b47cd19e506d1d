/** The function with its results kept, none of which may be undefined; all are forgotten once there are so many. */
export function remembered<Arguments extends readonly unknown[], Value>(
  most: number,
  make: (...given: Arguments) => Value,
): (...given: Arguments) => Value {
  const results = new Map<string, Value>()
  return (...given) => {
    const key = JSON.stringify(given)
    const known = results.get(key)
    if (known !== undefined) return known
    if (results.size >= most) results.clear()
    const made = make(...given)
    results.set(key, made)
    return made
  }
}
