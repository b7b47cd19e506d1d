/** A person, and what they write. */
export interface Script {
  readonly first_name: string
  readonly last_name: string
  readonly text: string
}

/** Scripts, directions and signs that break what expects one byte a letter, or letters alone; each last name is met nowhere else. */
export const SCRIPTS: readonly Script[] = [
  { first_name: 'Jürgen', last_name: 'Groß-Ölßner', text: 'Größe „XL“ – 5 € Rabatt' },
  { first_name: 'Σοφία', last_name: 'Παπαδοπούλου', text: 'Λευκό φλιτζάνι' },
  { first_name: 'Наталія', last_name: 'Ґалаґанівська', text: 'Подарунок №7' },
  { first_name: 'שירה', last_name: 'בן־ציון', text: 'הזמנה מס׳ 12 (Acme)' },
  { first_name: 'فاطمة', last_name: 'آل‌نهيان', text: 'شحن سريع، رقم ١٢٣' },
  { first_name: 'प्रिया', last_name: 'श्रीवास्तव', text: 'हाथ से बना प्याला' },
  { first_name: 'さくら', last_name: '髙橋﨑', text: '贈り物用の包装' },
  { first_name: '秀英', last_name: '𠮷野家', text: '红色茶杯（大）' },
  { first_name: '지우', last_name: '남궁민서', text: '선물 포장' },
  { first_name: 'Zoe\u0308', last_name: 'Nguye\u0302\u0303n', text: 'Crème brûlée, decomposed' },
  { first_name: '👩‍👩‍👧', last_name: '🦄 Unicorn', text: '🎁 with a bow' },
  {
    first_name: "Seán 'n'",
    last_name: 'O’Brien <b>&amp;</b>',
    text: "'; DROP TABLE invoices; --\n\t<b>2nd line</b>",
  },
]
