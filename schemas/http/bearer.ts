/**
 * Whether a request can show a token as `Authorization: Bearer`, whatever sends it: in visible signs of ASCII, with blanks
 * between them alone. Line ends no header can carry, blanks at its ends are lost, and other letters arrive in one encoding or another.
 */
export const isBearer = (token: string): boolean => /^[\x21-\x7e]+(?:[ \t]+[\x21-\x7e]+)*$/.test(token)

/** What a token must be, in words that follow "must be". */
export const BEARER_SAYS = 'of visible ASCII characters, so that a header can carry it'
