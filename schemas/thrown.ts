/** What a thrown value says. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The code of a thrown error, such as `ENOENT`; empty where it has none. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read by you',
  EPERM: 'it may not be read by you',
}

/** Why a file could not be read, in words where they are better than the system's. */
export const whyUnread = (thrown: unknown): string => UNREAD[codeOf(thrown)] ?? messageOf(thrown)
