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

/** The same for what is made of texts, none of it undefined: all is forgotten once the keys are so many characters together. */
export function rememberedByText<Value>(most: number): (key: string, make: () => Value) => Value {
  const results = new Map<string, Value>()
  let characters = 0
  return (key, make) => {
    const known = results.get(key)
    if (known !== undefined) return known
    characters += key.length
    if (characters > most) {
      results.clear()
      characters = key.length
    }
    const made = make()
    results.set(key, made)
    return made
  }
}
