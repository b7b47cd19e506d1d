/** What documents have words for. */
export const LABEL_KEYS = [
  ...(['invoice', 'quote', 'pro_forma', 'credit_note', 'packing_slip'] as const),
  ...(['date', 'due_date', 'order', 'order_date', 'bill_to', 'ship_to', 'tax_number'] as const),
  ...(['item', 'sku', 'quantity', 'unit_price', 'amount'] as const),
  ...(['subtotal', 'tax', 'included_tax', 'adjustments', 'total', 'amount_due', 'note', 'page'] as const),
  ...(['paid', 'partially_paid', 'refunded', 'partially_refunded', 'voided', 'missing'] as const),
] as const

type LabelKey = (typeof LABEL_KEYS)[number]

/** Says a word of a document in one language; `{n}`, `{m}` and `{characters}` stand for what is filled in. */
export type Labels = (key: LabelKey) => string

// One row per language, its words in the order of LABEL_KEYS.
const WORDS: Record<string, string> = {
  en: `Invoice|Quote|Pro forma invoice|Credit note|Packing slip
    |Date|Due date|Order|Order date|Bill to|Ship to|Tax number
    |Item|SKU|Qty|Unit price|Amount
    |Subtotal|Tax|incl.|Shipping, discounts and other|Total|Amount due|Note|Page {n} of {m}
    |Paid|Partially paid|Refunded|Partially refunded|Voided
    |No font at hand draws the boxed characters, shown by their code points: {characters}`,
  de: `Rechnung|Angebot|Proforma-Rechnung|Gutschrift|Lieferschein
    |Datum|Fällig am|Bestellung|Bestelldatum|Rechnungsadresse|Lieferadresse|Steuernummer
    |Artikel|Art.-Nr.|Menge|Einzelpreis|Betrag
    |Zwischensumme|Steuer|inkl.|Versand, Rabatte und Sonstiges|Gesamtbetrag|Offener Betrag|Anmerkung|Seite {n} von {m}
    |Bezahlt|Teilweise bezahlt|Erstattet|Teilweise erstattet|Storniert
    |Für die umrandeten Zeichen fehlt eine Schrift; gezeigt sind ihre Codepunkte: {characters}`,
  fr: `Facture|Devis|Facture pro forma|Avoir|Bon de livraison
    |Date|Échéance|Commande|Date de commande|Facturé à|Livré à|N° de TVA
    |Article|Réf.|Qté|Prix unitaire|Montant
    |Sous-total|Taxe|dont|Livraison, remises et autres|Total|Reste à payer|Remarque|Page {n} sur {m}
    |Payée|Partiellement payée|Remboursée|Partiellement remboursée|Annulée
    |Aucune police disponible ne dessine les caractères encadrés, indiqués par leur code: {characters}`,
  es: `Factura|Presupuesto|Factura proforma|Nota de crédito|Albarán
    |Fecha|Vencimiento|Pedido|Fecha del pedido|Facturar a|Enviar a|NIF
    |Artículo|Ref.|Cant.|Precio unitario|Importe
    |Subtotal|Impuesto|incl.|Envío, descuentos y otros|Total|Importe pendiente|Nota|Página {n} de {m}
    |Pagada|Parcialmente pagada|Reembolsada|Parcialmente reembolsada|Anulada
    |Ninguna fuente disponible dibuja los caracteres recuadrados, indicados por su código: {characters}`,
  it: `Fattura|Preventivo|Fattura proforma|Nota di credito|Documento di trasporto
    |Data|Scadenza|Ordine|Data dell’ordine|Fatturato a|Spedito a|Partita IVA
    |Articolo|Cod.|Q.tà|Prezzo unitario|Importo
    |Imponibile|Imposta|incl.|Spedizione, sconti e altro|Totale|Importo dovuto|Nota|Pagina {n} di {m}
    |Pagata|Parzialmente pagata|Rimborsata|Parzialmente rimborsata|Annullata
    |Nessun carattere disponibile disegna i simboli riquadrati, indicati con il loro codice: {characters}`,
  nl: `Factuur|Offerte|Pro-formafactuur|Creditnota|Pakbon
    |Datum|Vervaldatum|Bestelling|Besteldatum|Factuuradres|Afleveradres|Btw-nummer
    |Artikel|Art.nr.|Aantal|Stukprijs|Bedrag
    |Subtotaal|Belasting|incl.|Verzending, kortingen en overige|Totaal|Te betalen|Opmerking|Pagina {n} van {m}
    |Betaald|Deels betaald|Terugbetaald|Deels terugbetaald|Geannuleerd
    |Geen beschikbaar lettertype tekent de omkaderde tekens, getoond met hun code: {characters}`,
  pt: `Fatura|Orçamento|Fatura pró-forma|Nota de crédito|Guia de remessa
    |Data|Vencimento|Encomenda|Data da encomenda|Faturar a|Enviar a|NIF
    |Artigo|Ref.|Qtd.|Preço unitário|Valor
    |Subtotal|Imposto|incl.|Envio, descontos e outros|Total|Valor em dívida|Nota|Página {n} de {m}
    |Paga|Parcialmente paga|Reembolsada|Parcialmente reembolsada|Anulada
    |Nenhuma fonte disponível desenha os caracteres emoldurados, indicados pelo código: {characters}`,
  sv: `Faktura|Offert|Proformafaktura|Kreditfaktura|Följesedel
    |Datum|Förfallodatum|Order|Orderdatum|Fakturaadress|Leveransadress|Momsnummer
    |Artikel|Art.nr|Antal|Styckpris|Belopp
    |Delsumma|Skatt|varav|Frakt, rabatter och övrigt|Totalt|Att betala|Anmärkning|Sida {n} av {m}
    |Betald|Delvis betald|Återbetald|Delvis återbetald|Makulerad
    |Inget tillgängligt typsnitt ritar de inramade tecknen, som visas med sin kod: {characters}`,
  da: `Faktura|Tilbud|Proformafaktura|Kreditnota|Følgeseddel
    |Dato|Forfaldsdato|Ordre|Ordredato|Faktureres til|Leveres til|Momsnummer
    |Vare|Varenr.|Antal|Stykpris|Beløb
    |Subtotal|Moms|heraf|Fragt, rabatter og andet|I alt|At betale|Bemærkning|Side {n} af {m}
    |Betalt|Delvist betalt|Refunderet|Delvist refunderet|Annulleret
    |Ingen tilgængelig skrifttype tegner de indrammede tegn, vist ved deres kode: {characters}`,
  pl: `Faktura|Oferta|Faktura pro forma|Nota kredytowa|List przewozowy
    |Data|Termin płatności|Zamówienie|Data zamówienia|Nabywca|Adres dostawy|NIP
    |Pozycja|Nr kat.|Ilość|Cena jedn.|Kwota
    |Suma częściowa|Podatek|w tym|Dostawa, rabaty i inne|Razem|Do zapłaty|Uwagi|Strona {n} z {m}
    |Zapłacono|Częściowo zapłacono|Zwrócono|Częściowo zwrócono|Anulowano
    |Żadna dostępna czcionka nie rysuje znaków w ramkach, pokazanych ich kodami: {characters}`,
  el: `Τιμολόγιο|Προσφορά|Προτιμολόγιο|Πιστωτικό τιμολόγιο|Δελτίο αποστολής
    |Ημερομηνία|Ημερομηνία λήξης|Παραγγελία|Ημερομηνία παραγγελίας|Χρέωση προς|Αποστολή προς|ΑΦΜ
    |Είδος|Κωδ.|Ποσ.|Τιμή μονάδας|Ποσό
    |Μερικό σύνολο|Φόρος|περιλ.|Αποστολή, εκπτώσεις και λοιπά|Σύνολο|Οφειλόμενο ποσό|Σημείωση|Σελίδα {n} από {m}
    |Εξοφλήθηκε|Μερικώς εξοφλημένο|Επιστράφηκε|Μερικώς επιστράφηκε|Ακυρώθηκε
    |Καμία διαθέσιμη γραμματοσειρά δεν σχεδιάζει τους χαρακτήρες στα πλαίσια: {characters}`,
  ru: `Счёт|Коммерческое предложение|Проформа-счёт|Кредит-нота|Упаковочный лист
    |Дата|Срок оплаты|Заказ|Дата заказа|Плательщик|Получатель|ИНН
    |Наименование|Арт.|Кол-во|Цена|Сумма
    |Подытог|Налог|вкл.|Доставка, скидки и прочее|Итого|К оплате|Примечание|Страница {n} из {m}
    |Оплачен|Частично оплачен|Возвращён|Частично возвращён|Аннулирован
    |Нет шрифта для знаков в рамках, показаны их коды: {characters}`,
  uk: `Рахунок|Комерційна пропозиція|Рахунок-проформа|Кредит-нота|Пакувальний лист
    |Дата|Термін оплати|Замовлення|Дата замовлення|Платник|Одержувач|ІПН
    |Найменування|Арт.|К-сть|Ціна|Сума
    |Проміжний підсумок|Податок|вкл.|Доставка, знижки та інше|Разом|До сплати|Примітка|Сторінка {n} з {m}
    |Сплачено|Частково сплачено|Повернено|Частково повернено|Скасовано
    |Немає шрифту для знаків у рамках, показано їхні коди: {characters}`,
  tr: `Fatura|Teklif|Proforma fatura|Alacak dekontu|Sevk irsaliyesi
    |Tarih|Son ödeme tarihi|Sipariş|Sipariş tarihi|Fatura adresi|Teslimat adresi|Vergi numarası
    |Ürün|Stok kodu|Adet|Birim fiyat|Tutar
    |Ara toplam|Vergi|dâhil|Kargo, indirim ve diğer|Toplam|Ödenecek tutar|Not|Sayfa {n} / {m}
    |Ödendi|Kısmen ödendi|İade edildi|Kısmen iade edildi|İptal edildi
    |Kutu içindeki karakterleri çizen bir yazı tipi yok; kodları gösterildi: {characters}`,
  ar: `فاتورة|عرض سعر|فاتورة أولية|إشعار دائن|قائمة التعبئة
    |التاريخ|تاريخ الاستحقاق|الطلب|تاريخ الطلب|عنوان الفوترة|عنوان الشحن|الرقم الضريبي
    |الصنف|رمز الصنف|الكمية|سعر الوحدة|المبلغ
    |المجموع الفرعي|الضريبة|شاملة|الشحن والخصومات وغيرها|الإجمالي|المبلغ المستحق|ملاحظة|صفحة {n} من {m}
    |مدفوعة|مدفوعة جزئيًا|مستردة|مستردة جزئيًا|ملغاة
    |لا يتوفر خط لرسم الحروف الموضوعة في إطار، وتظهر برموزها: {characters}`,
  he: `חשבונית|הצעת מחיר|חשבונית פרופורמה|חשבונית זיכוי|תעודת משלוח
    |תאריך|לתשלום עד|הזמנה|תאריך הזמנה|לחיוב|למשלוח|מספר עוסק
    |פריט|מק״ט|כמות|מחיר ליחידה|סכום
    |סכום ביניים|מס|כולל|משלוח, הנחות ואחר|סה״כ|יתרה לתשלום|הערה|עמוד {n} מתוך {m}
    |שולם|שולם חלקית|הוחזר|הוחזר חלקית|בוטל
    |אין גופן לתווים הממוסגרים, והם מוצגים לפי הקוד שלהם: {characters}`,
  ja: `請求書|見積書|見積請求書|返金伝票|納品書
    |発行日|支払期限|注文|注文日|請求先|お届け先|税番号
    |品名|品番|数量|単価|金額
    |小計|税|内税|送料・割引・その他|合計|お支払額|備考|{n} / {m} ページ
    |支払済|一部支払済|返金済|一部返金済|無効
    |枠内の文字を表示できるフォントがないため、コードで示しています: {characters}`,
  zh: `发票|报价单|形式发票|贷项通知单|装箱单
    |日期|到期日|订单|订单日期|账单地址|收货地址|税号
    |商品|货号|数量|单价|金额
    |小计|税|含|运费、折扣及其他|总计|应付金额|备注|第 {n} 页，共 {m} 页
    |已付款|部分付款|已退款|部分退款|已作废
    |没有字体可显示方框中的字符，以代码表示: {characters}`,
}

/** Languages with a row of their own; all others are English. */
export const LANGUAGES = Object.keys(WORDS)

/** The words of a locale's language, English for a language without a row. */
export function labelsFor(locale: string): Labels {
  const { language } = new Intl.Locale(locale)
  const row = WORDS[LANGUAGES.includes(language) ? language : 'en'] ?? ''
  const words = row.split('|').map((word) => word.trim())
  return (key) => words[LABEL_KEYS.indexOf(key)] ?? key
}
