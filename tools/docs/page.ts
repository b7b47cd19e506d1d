/** Pages below `docs/reference/`: path to text. */
export type Pages = Readonly<Record<string, string>>
