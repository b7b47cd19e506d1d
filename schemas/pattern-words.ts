const DECIMAL = 'a string such as 49.50, a decimal number'

/** The texts that each pattern of our schemas allows, in words that follow "must be". Messages never show a regular expression. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '\\S': 'a text that is not blank',
  '^([^\\s@]+@[^\\s@]+|\\*)$': 'an email address, in which * stands for any characters',
  '^[A-Z]{3}$': 'an ISO 4217 code such as EUR',
  '^-?\\d+(\\.\\d+)?$': DECIMAL,
  '^-?\\d+(\\.\\d{1,4})?$': `${DECIMAL} with four decimals at most`,
  '^(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$': 'Z, or an offset from UTC such as +05:30',
  '^[a-z0-9][a-z0-9-]{0,62}$':
    'a name of at most 63 lower-case letters, digits and hyphens that starts with a letter or digit, such as rich',
  '^[\\x21-\\x7e]{16,200}$':
    'a string such as test_key_rich_store, of 16 to 200 ASCII characters without spaces',
  '^(-\\d{1,5}(\\.\\d{1,6})?[smhd]|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d))$':
    'a time before the clock such as -3d or -90m, or an ISO 8601 date-time such as 2026-03-01T09:30:00.000Z',
}
