/** Names of query parameters that sign or grant in download URLs. */
const SIGNATURE =
  /([?&](?:[^=&#\s"']*(?:sig|token|expires|hmac|key|credential|policy|auth)[^=&#\s"']*)=)[^&#\s"'\\<>]+/gi

/**
 * A function that hides the given secrets, parts of them of eight letters or more after a shared beginning
 * included, and the signatures of URLs in any text.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length > 0).toSorted((a, b) => b.length - a.length)
  return (text) =>
    known
      .reduce((masked, secret) => masked.split(secret).join(maskedKey(secret)), text)
      .replace(SIGNATURE, '$1***')
}

const maskedKey = (secret: string) => (secret.length >= 12 ? `${secret.slice(0, 3)}***` : '***')
