type Person = readonly [string, string, string, string, string, string, string, string | null, string]

/** People of the stores: first name, last name, email, tax number, street, zip, city, province, country. */
export const PEOPLE: readonly Person[] = `
Ada | Keller | ada.keller@example.com | DE811907980 | Lindenweg 4 | 10115 | Berlin | - | Germany
Zoë | Brontë | zoe@example.org | GB123456789 | 7 Moor Lane | BD22 8DR | Haworth | - | United Kingdom
José | Núñez | jose.nunez@example.es | ESX1234567X | Calle Mayor 1 | 28013 | Madrid | - | Spain
Łukasz | Żak | lukasz@example.pl | PL5261040828 | ul. Długa 9 | 00-238 | Warszawa | - | Poland
太郎 | 山田 | taro@example.jp | T1234567890123 | 千代田1-1 | 100-0001 | 東京 | 東京都 | Japan
Siân O'Neill | McDonald | sian+shop@example.ie | IE6388047V | 1 Quay St | D02 | Dublin | - | Ireland
Мария | Иванова | maria@example.bg | BG999999999 | ул. Роза 3 | 1000 | София | - | Bulgaria
Νίκος | Παππάς | nikos@example.gr | EL123456789 | Ερμού 12 | 105 63 | Αθήνα | - | Greece
Jean-Luc | Lefèvre | jl@example.fr | FR40303265045 | 5 rue Cler | 75007 | Paris | - | France
Fatima | al-Sabah | fatima@example.com.kw | KW-5567 | Gulf Rd 8 | 13001 | Kuwait City | - | Kuwait
Bob | 100%_(Ltd) | bob@example.com | 98-7654321 | 12 Elm St | 60601 | Chicago | Illinois | United States
Ann | Lee | ann.lee@example.ca | CA 1234 RT | 9 King St | M5H 1A1 | Toronto | Ontario | Canada
`
  .trim()
  .split('\n')
  // Nine columns in each line.
  .map((line) => line.split(' | ').map((cell) => (cell === '-' ? null : cell)) as unknown as Person)

/** Products: title, variant, stock-keeping unit, price in thousandths. */
export const PRODUCTS: readonly (readonly [string, string | null, string | null, number])[] = [
  ['Linen shirt', 'M / white', 'LIN-M-W', 49_900],
  ['Café crème beans', null, 'CAF-1', 12_500],
  ['Notebook “Øre”', 'A5', null, 7_000],
  ['抹茶 bowl', null, null, 33_300],
  ['Sticker 🎉', 'round', 'STK', 1_000],
  ['Oak desk', '160 × 80', 'DSK-160', 1_249_000],
]

export const CURRENCIES = ['EUR', 'EUR', 'USD', 'GBP', 'JPY', 'PLN', 'KWD']
export const FINANCIAL_STATUSES =
  'paid pending partially_paid refunded paid authorized partially_refunded'.split(' ')
export const NOTES = ['', 'Leave at the door', null, 'Grüße – ring twice', null]
