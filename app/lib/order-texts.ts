/** The German sentence of each error code of search orders, places on waiting lists and alerts (supabase/schemas/75_orders). */
export const ORDER_TEXTS: Record<string, string> = {
	order_not_found:
		'Diesen Suchauftrag haben wir nicht gefunden. Bitte öffnen Sie den Link aus Ihrer letzten E-Mail oder melden Sie sich an.',
	order_closed: 'Dieser Suchauftrag ist schon beendet.',
	order_expired: 'Dieser Suchauftrag ist abgelaufen. Bitte verlängern Sie ihn, oder stellen Sie einen neuen.',
	order_invalid: 'Die Angaben sind nicht lesbar. Bitte laden Sie die Seite neu.',
	too_many_tickets:
		'Von Ihrem Anschluss aus kamen gerade mehrere Nachrichten. Bitte versuchen Sie es in einer Stunde noch einmal, oder rufen Sie uns an.',
	too_often: 'Das war in kurzer Zeit sehr oft. Bitte versuchen Sie es in einer Stunde noch einmal.',
	extended_twice: 'Diesen Suchauftrag haben Sie schon zweimal verlängert. Bitte stellen Sie einen neuen.',
	category_not_found: 'Bitte wählen Sie, was Sie suchen.',
	persons_invalid: 'Bitte geben Sie eine bis zehn Personen an.',
	place_missing: 'Bitte geben Sie eine Stadt oder Postleitzahl in Deutschland an.',
	radius_invalid: 'Bitte wählen Sie einen Umkreis von 1 bis 50 km.',
	budget_invalid: 'Bitte geben Sie einen Betrag von 1 € bis 100.000 € an, oder lassen Sie das Feld leer.',
	window_missing: 'Bitte wählen Sie mindestens eine Zeit, zu der Sie können.',
	window_invalid: 'Bitte prüfen Sie die Zeiten: Ein Zeitraum endet nach seinem Anfang und umfasst höchstens 31 Tage.',
	window_too_far: 'Bitte wählen Sie Zeiten in den nächsten 60 Tagen.',
	window_past:
		'Diese Zeiten sind vorbei oder beginnen gleich. Bitte wählen Sie eine, die noch mehr als zwei Stunden entfernt ist.',
	too_many_windows: 'Bitte wählen Sie höchstens fünf Zeiträume.',
	consent_missing: 'Bitte willigen Sie ein, dass Ihre Angaben zur Gesundheit an passende Betriebe gehen.',
	already_waiting: 'Dafür stehen Sie hier schon auf der Warteliste. Zeiten ändern Sie auf der Seite Ihres Platzes.',
	too_many_alerts: 'Sie haben schon zehn Benachrichtigungen. Bitte beenden Sie zuerst eine.',
	swap_gone: 'Dieser Termin lässt sich nicht mehr verschieben. Bitte laden Sie die Seite neu.',
	too_many_orders: 'Sie haben schon drei offene Suchaufträge. Bitte ziehen Sie zuerst einen zurück.',
}
