/** What stands in the place of a secret. */
export const MASK = '***'

/** In the names of query parameters that sign or grant in download URLs. */
const SECRET_WORD = /sig|token|expires|hmac|hash|secret|key|credential|policy|auth/i

/** Bounded, so that no text makes it slow. */
const GRANT = new RegExp(
  String.raw`((?:[?&;]|\\u0026|%26|%3F)[^=&#\s"'<>\\]{0,40}(?:${SECRET_WORD.source})[^=&#\s"'<>\\]{0,40}=)([^&#\s"'<>\\]+)`,
  'gi',
)
const JSON_WEB_TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
const USER_INFO = /(\/\/)[^/?#\s@"'<>]{1,200}@/g

/**
 * A text without what signs or grants in the URLs in it, tokens and passwords.
 * @param shown what stands in the place of one
 */
export const withoutGrants = (text: string, shown = (_secret: string): string => MASK): string =>
  text
    .replace(GRANT, (_, name: string, value: string) => name + shown(value))
    .replace(JSON_WEB_TOKEN, shown)
    .replace(USER_INFO, `$1${MASK}@`)

/** Whether a header's value is a secret by its name, whoever sent it. */
export const isSecretHeader = (name: string): boolean =>
  /^(proxy-)?authorization$|cookie|token|secret|api-?key|signature/i.test(name)

/** Whether the value of a query parameter is a secret by its name. */
export const isSecretParameter = (name: string): boolean => SECRET_WORD.test(name)
