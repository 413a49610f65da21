/** Those of `error-texts.ts` that are about plans, commission and invoices of the platform. */
export const BILLING_TEXTS: Record<string, string> = {
	alert_not_found: 'Diese Auffälligkeit gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	already_reversed: 'Diese Rechnung ist schon storniert.',
	commission_not_found: 'Diese Provision haben wir nicht gefunden.',
	invoice_data_missing: 'Für Rechnungen fehlen noch Name und Anschrift. Bitte ergänzen Sie sie.',
	invoice_not_found: 'Diese Rechnung haben wir nicht gefunden. Bitte prüfen Sie die Nummer.',
	invoice_unpaid:
		'Eine Rechnung ist seit mehr als sechs Wochen offen. Sobald sie bezahlt ist, sind Ihre Standorte wieder online.',
	objection_too_late:
		'Die Frist von 60 Tagen für einen Einspruch ist vorbei. Bitte schreiben Sie uns über die Seite Kontakt.',
	plan_missing: 'Sie haben keinen Plan gebucht. Es gibt nichts zu kündigen.',
	plan_unavailable: 'Zeitplatz rechnet noch nichts ab. Sie brauchen keinen Plan.',
	transfer_not_found: 'Diesen Geldeingang gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	transfers_invalid: 'Diese Datei ist nicht lesbar. Bitte laden Sie einen Kontoauszug als CAMT (XML) oder CSV hoch.',
}
