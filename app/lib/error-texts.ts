import { BILLING_TEXTS } from './billing-texts.ts'
import { ORDER_TEXTS } from './order-texts.ts'

/**
 * The German sentence of each error code: codes of our SQL verbs (docs/errors.md), of the auth service, and of PostgreSQL where a form can cause them.
 * `errors.ts` chooses and completes it.
 */
export const ERROR_TEXTS: Record<string, string> = {
	...BILLING_TEXTS,
	...ORDER_TEXTS,
	event_fixed:
		'Dieser Termin gehört zu einem Kurs mit fester Zeit. Bitte sagen Sie ihn ab und buchen Sie einen anderen.',
	event_not_found: 'Diesen Kurs gibt es nicht mehr. Bitte wählen Sie einen anderen.',
	event_rules: 'Buchbar ist ein Kurs bis höchstens ein Jahr vorher, absagbar bis höchstens 30 Tage vorher.',
	event_times: 'Bitte prüfen Sie die Zeiten: Ein Kurs beginnt in der Zukunft und dauert höchstens einen Tag.',
	series_empty: 'Bitte lassen Sie mindestens einen Termin der Serie übrig.',
	series_range: 'Eine Serie hat 2 bis 52 Termine im Abstand von 1 bis 26 Wochen und reicht höchstens drei Jahre weit.',
	seats_invalid: 'Bitte prüfen Sie die Zahl der Plätze und den Preis.',
	seats_taken: 'So viele Plätze sind nicht mehr frei. Bitte wählen Sie weniger oder einen anderen Kurs.',
	unexpected: 'Das hat leider nicht geklappt. Bitte versuchen Sie es noch einmal.',
	rate_limited: 'Das waren viele Versuche in kurzer Zeit. Bitte warten Sie einige Minuten.',
	body_invalid: 'Die Anfrage ist nicht lesbar.',
	too_fast: 'Das ging sehr schnell. Bitte senden Sie es noch einmal ab.',
	contact_invalid: 'Bitte prüfen Sie Ihre Angaben.',

	// Verbs of supabase/schemas; the same sentences stand in docs/errors.md.
	agreement_outdated: 'Inzwischen gilt eine neue Fassung. Bitte lesen Sie sie und nehmen Sie sie dann an.',
	already_referred: 'Zu Ihrem Unternehmen ist schon eine Empfehlung eingetragen. Es bleibt bei der ersten.',
	code_unknown: 'Diesen Code gibt es nicht. Bitte vergleichen Sie ihn mit dem, was man Ihnen gegeben hat.',
	fee_changed:
		'Was die Absage kostet, hat sich inzwischen geändert. Bitte lesen Sie es noch einmal, und entscheiden Sie dann.',
	partner_shut:
		'Eine Ihrer Teilnahmen am Partnerprogramm ist gesperrt. Solange das so ist, können Sie keine weitere beginnen. Halten Sie das für falsch, schreiben Sie uns bitte.',
	own_code: 'Das ist der Code von jemandem aus Ihrem Unternehmen. Sich selbst zu empfehlen zählt nicht.',
	partner_not_found: 'Diese Teilnahme gibt es nicht. Bitte laden Sie die Seite neu.',
	referral_not_found: 'Diese Empfehlung gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	referral_too_late: 'Einen Code können Sie nur in den ersten 14 Tagen nach dem Eintragen angeben.',
	offer_expired: 'Dieses Angebot ist abgelaufen.',
	offer_closed: 'Dieses Angebot ist schon beantwortet oder beendet. Bitte laden Sie die Seite neu.',
	price_changed:
		'Der Preis ist nicht mehr der, den Sie gesehen haben. Bitte prüfen Sie ihn und buchen Sie dann noch einmal.',
	already_reviewed: 'Diesen Termin haben Sie schon bewertet. Ihre Bewertung steht unten; dort können Sie sie ändern.',
	not_completed:
		'Bewerten können Sie einen Termin, sobald er als wahrgenommen eingetragen ist, spätestens einen Tag danach.',
	range_too_short:
		'Für diese Leistungen ist die aufgezogene Zeit zu kurz. Bitte nehmen Sie die Dauer der Leistungen, oder wählen Sie weniger.',
	restore_doubtful: 'Bitte prüfen Sie, ob dieser Termin wirklich wieder gelten soll.',
	restore_too_late:
		'Diesen Termin hat die Kundin oder der Kunde abgesagt, und seine Zeit ist vorbei. Er bleibt abgesagt.',
	rating_invalid: 'Bitte wählen Sie einen bis fünf Sterne.',
	review_closed: 'Diese Bewertung lässt sich nicht mehr ändern.',
	review_not_found: 'Diese Bewertung gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	self_review: 'Den eigenen Betrieb kann man nicht bewerten.',
	visit_elsewhere:
		'Dieser Termin kam aus einem anderen Programm zu Zeitplatz. Bewerten lassen sich nur Termine, die hier entstanden sind.',
	tag_invalid: 'Bitte geben Sie ein Merkmal mit höchstens 30 Zeichen und ohne Komma an.',
	text_missing: 'Bitte schreiben Sie etwas.',
	text_too_long: 'Dieser Text ist zu lang. Bitte kürzen Sie ihn.',
	addon_alone: 'Diesen Zusatz gibt es nur zusammen mit einer passenden Leistung. Bitte wählen Sie diese dazu.',
	already_invited: 'An diese Adresse ist schon eine Einladung unterwegs. Sie können sie unten noch einmal senden.',
	already_member: 'Diese Person ist schon Mitglied.',
	appointment_not_found:
		'Diesen Termin haben wir nicht gefunden. Bitte öffnen Sie den Link aus Ihrer letzten E-Mail oder melden Sie sich an.',
	appointments_coming:
		'Hier werden noch Kund:innen erwartet. Bitte verschieben oder sagen Sie die kommenden Termine zuerst ab.',
	appointments_outside:
		'Außerhalb der neuen Zeit sind noch Termine vereinbart. Bitte verschieben Sie diese, oder speichern Sie trotzdem.',
	block_not_found: 'Diese Sperrzeit gibt es nicht mehr. Bitte laden Sie den Kalender neu.',
	block_times:
		'Bitte prüfen Sie die Zeiten: Das Ende liegt nach dem Anfang, und eine Sperrzeit dauert höchstens 31 Tage.',
	by_phone: 'Diese Leistung buchen Sie bitte telefonisch beim Betrieb.',
	checklist_incomplete:
		'Es fehlen noch Angaben. Bitte ergänzen Sie die offenen Punkte der Checkliste und veröffentlichen Sie dann erneut.',
	city_missing: 'Wir kennen das Bundesland dieses Standorts noch nicht. Bitte tragen Sie zuerst die Postleitzahl ein.',
	company_inactive: 'Ihr Unternehmen ist zurzeit gesperrt oder geschlossen. Bitte wenden Sie sich an unseren Support.',
	company_not_empty:
		'Das geht nur in ein leeres Unternehmen, ohne Standorte und Kund:innen. Bitte legen Sie dafür ein neues an.',
	exported_too_often:
		'Heute sind schon zehn Dateien vorbereitet worden. Bitte nehmen Sie eine davon, oder versuchen Sie es morgen wieder.',
	file_broken:
		'Diese Datei ist unvollständig oder verändert. Es wurde nichts übernommen. Bitte laden Sie sie noch einmal herunter.',
	birth_year_invalid: 'Bitte prüfen Sie das Geburtsjahr, zum Beispiel 2017.',
	relatives_full: 'Mehr als zehn Personen merken wir uns nicht. Bitte entfernen Sie zuerst eine.',
	favourites_full: 'Mehr als 100 Betriebe merken wir uns nicht. Bitte entfernen Sie zuerst einen.',
	file_too_new: 'Diese Datei stammt aus einer neueren Version von Zeitplatz. Es wurde nichts übernommen.',
	transfer_running: 'Gerade läuft schon ein Vorgang. Bitte warten Sie, bis er fertig ist.',
	transfer_over: 'Dieser Vorgang ist schon zu Ende. Bitte beginnen Sie ihn neu.',
	table_unknown: 'Diese Datei stammt aus einer neueren Version von Zeitplatz. Es wurde nichts übernommen.',
	file_unreadable:
		'Das ist keine Datei aus „Alles mitnehmen“. Bitte wählen Sie die ZIP-Datei aus, so wie sie heruntergeladen wurde.',
	file_too_large: 'Diese Datei ist zu groß. Bitte wenden Sie sich an unseren Support.',
	file_gone: 'Die Datei ist nicht angekommen. Bitte laden Sie sie noch einmal hoch.',
	interrupted: 'Das hat dreimal nicht geklappt. Bitte versuchen Sie es später noch einmal.',
	company_closed: 'Ihr Unternehmen ist geschlossen und nimmt nichts mehr an. Inhaber:innen können es wieder öffnen.',
	company_going: 'Die Frist ist vorbei: Die Daten dieses Unternehmens werden gerade gelöscht.',
	company_not_found:
		'Dieses Unternehmen haben wir nicht gefunden. Bitte prüfen Sie, ob Sie mit dem richtigen Konto angemeldet sind.',
	contact_not_found: 'Diese Angabe gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	contact_taken:
		'Diese Adresse steht schon auf einer anderen Kundenkarte. Sind beide dieselbe Person, führen Sie die Karten bitte zusammen.',
	customer_not_found:
		'Diese Kundin oder diesen Kunden haben wir nicht gefunden. Bitte wählen Sie erneut aus der Kundenkartei.',
	disruption_not_found: 'Diesen Ausfall haben wir nicht gefunden. Bitte laden Sie die Seite neu.',
	disruption_times:
		'Bitte prüfen Sie die Zeit: Das Ende muss nach dem Beginn und in der Zukunft liegen, höchstens ein Jahr später.',
	early_start_missing:
		'Ihr Termin beginnt, bevor die Widerrufsfrist endet. Bitte setzen Sie dafür das Häkchen, oder wählen Sie einen späteren Termin.',
	edited_meanwhile:
		'Jemand hat gleichzeitig gespeichert. Ihre Eingaben stehen noch hier; speichern Sie noch einmal, wenn sie gelten sollen.',
	email_invalid:
		'Diese E-Mail-Adresse ist nicht vollständig. Bitte prüfen Sie die Schreibweise, zum Beispiel name@beispiel.de.',
	email_missing: 'Ihre E-Mail-Adresse fehlt. Bitte geben Sie sie an, damit wir Ihnen die Bestätigung schicken können.',
	employee_linked: 'Dieser Kalender gehört schon zu einem anderen Mitglied. Bitte lösen Sie zuerst diese Verbindung.',
	employee_not_found: 'Diese Person haben wir in Ihrem Team nicht gefunden. Bitte laden Sie die Seite neu.',
	further_contact_invalid:
		'Bitte prüfen Sie diese Angabe: eine Nummer mit Vorwahl, eine vollständige Adresse oder ein Name.',
	health_changed:
		'Jemand hat diese Angaben geändert, während Sie sie offen hatten. Ihre Eingabe steht noch hier; speichern Sie noch einmal, wenn sie gelten soll.',
	hold_expired:
		'Ihre Reservierung ist abgelaufen und die Zeit lässt sich nicht mehr buchen. Bitte wählen Sie eine andere Zeit; Ihre Angaben bleiben erhalten.',
	hours_changed:
		'Jemand hat diese Zeiten inzwischen geändert. Bitte sehen Sie sich an, was jetzt gespeichert ist, und wiederholen Sie den Schritt.',
	hours_overlap:
		'Zwei Zeiten desselben Tages überschneiden sich. Bitte lassen Sie die zweite erst nach der ersten beginnen.',
	invitation_expired: 'Diese Einladung ist abgelaufen. Bitte lassen Sie sich eine neue schicken.',
	invitation_for_other:
		'Diese Einladung gilt für eine andere E-Mail-Adresse. Bitte melden Sie sich mit der Adresse an, an die sie ging.',
	invitation_not_found:
		'Diese Einladung gibt es nicht mehr. Vielleicht wurde sie zurückgenommen oder schon angenommen.',
	key_used: 'Diese Anfrage wurde bereits verwendet. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
	last_owner:
		'Ein Unternehmen braucht mindestens eine Inhaberin oder einen Inhaber. Bitte machen Sie zuerst eine andere Person dazu.',
	line_minutes: 'Bitte prüfen Sie die Dauer: Eine Leistung dauert 5 bis 1440 Minuten.',
	list_wish: 'Diese Auswahl kennen wir nicht. Bitte wählen Sie neu.',
	location_not_found:
		'Diesen Standort haben wir nicht gefunden, oder er nimmt zurzeit keine Buchungen an. Bitte wählen Sie einen anderen.',
	member_not_found: 'Dieses Mitglied haben wir nicht gefunden. Bitte laden Sie die Seite neu.',
	customer_merged: 'Diese Karte wurde mit einer anderen zusammengeführt. Bitte öffnen Sie diese.',
	erasure_not_typed: 'Das ist nicht der Name dieser Karte. Bitte tippen Sie ihn so, wie er oben steht.',
	erasure_too_early: 'Diese Person wird noch erwartet. Bitte sagen Sie die kommenden Termine zuerst ab.',
	import_invalid: 'Diese Datei ist nicht lesbar. Bitte speichern Sie sie in Ihrem Programm noch einmal als CSV.',
	import_not_found: 'Diesen Import haben wir nicht gefunden. Bitte laden Sie die Seite neu.',
	import_too_old: 'Ein Import lässt sich nur 30 Tage lang zurücknehmen.',
	imports_full: 'Drei Dateien warten schon. Bitte starten oder verwerfen Sie zuerst eine davon.',
	mapping_invalid: 'Bitte wählen Sie die Spalte, in der der Name steht.',
	merge_later: 'Danach wurde noch einmal zusammengeführt. Bitte machen Sie zuerst das rückgängig.',
	merge_not_found: 'Diese Zusammenführung lässt sich nicht mehr rückgängig machen. Bitte laden Sie die Seite neu.',
	merge_same: 'Das ist dieselbe Karte. Bitte wählen Sie eine andere.',
	merge_too_long:
		'Zusammen wären Notizen, Merkmale oder Angaben zur Gesundheit zu lang. Bitte kürzen Sie sie auf einer der beiden Karten.',
	merge_too_old: 'Das geht nur 30 Tage lang. Bitte legen Sie für die andere Person eine neue Karte an.',
	words_missing: 'Bitte schreiben Sie etwas, bevor Sie senden.',
	words_too_long: 'Das ist zu lang. Bitte kürzen Sie es auf höchstens 500 Zeichen.',
	thread_closed: 'Hier lässt sich nichts mehr schreiben.',
	thread_full: 'Hier stehen schon 20 Nachrichten, mehr gehen nicht.',
	too_many_unanswered: 'Sie haben schon dreimal geschrieben. Bitte warten Sie auf eine Antwort.',
	photo_invalid: 'Dieses Foto können wir nicht lesen. Bitte wählen Sie ein Bild (JPEG, PNG oder WebP) bis 8 MB.',
	photo_not_found: 'Dieses Foto gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	too_many_photos: 'Mehr als vier Fotos gehen nicht. Bitte entfernen Sie zuerst eines.',
	too_many_blocks: 'Mehr als 500 blockierte Personen gehen nicht. Bitte heben Sie zuerst eine Sperre auf.',
	question_not_found: 'Diese Frage gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	rule_invalid:
		'Bitte prüfen Sie die Zahlen: 2 bis 48 Stunden, bis 30 % Rabatt, 1 bis 10 Angebote am Tag, und ein Ende nach dem Beginn.',
	rule_not_found: 'Diese Regel gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	too_many_rules: 'Mehr als fünf Regeln hat ein Standort nicht. Bitte löschen Sie zuerst eine.',
	message_not_found: 'Diese Nachricht haben wir nicht gefunden. Bitte laden Sie die Seite neu.',
	moved_meanwhile: 'Das hat inzwischen jemand verschoben. Bitte sehen Sie sich an, wo es jetzt steht.',
	name_missing: 'Der Name fehlt. Bitte tragen Sie ihn ein.',
	name_too_long: 'Der Name ist zu lang. Bitte kürzen Sie ihn auf höchstens 120 Zeichen.',
	not_offered: 'Diese Person bietet die Leistung nicht an. Bitte wählen Sie eine andere Person oder Leistung.',
	not_today: '„Angekommen“ lässt sich erst am Tag des Termins vermerken.',
	price_range: 'Bitte prüfen Sie den Preis: Er liegt zwischen 0 und 100.000 Euro.',
	not_in_demo: 'Das geht in der Demo nicht. Mit einem eigenen Konto können Sie es ausprobieren.',
	demo_full: 'In der Demo ist Platz für Dateien mit zusammen 5 MB. Bitte nehmen Sie eine kleinere.',
	not_a_member: 'Dieses Konto gehört nicht zu Ihrem Unternehmen. Bitte laden Sie die Person zuerst als Mitglied ein.',
	sign_in_again:
		'Dafür müssen Sie sich in der letzten Stunde angemeldet haben. Bitte melden Sie sich ab und wieder an.',
	name_differs: 'Das ist nicht der Name des Unternehmens. Bitte schreiben Sie ihn genau so ab.',
	not_allowed: 'Dazu haben Sie in diesem Unternehmen kein Recht. Bitte wenden Sie sich an die Leitung.',
	owner_has_all: 'Inhaber:innen haben immer alle Rechte.',
	not_bookable: 'Zu dieser Zeit kann nicht gebucht werden. Bitte wählen Sie eine der angebotenen Zeiten.',
	not_possible: 'Diese Buchung ist online leider nicht möglich. {anruf}',
	not_published:
		'Einladungen verschicken wir, sobald einer Ihrer Standorte veröffentlicht ist. Bitte veröffentlichen Sie ihn zuerst.',
	not_signed_in: 'Sie sind nicht angemeldet. Bitte melden Sie sich an und versuchen Sie es noch einmal.',
	note_too_long: 'Ihre Nachricht ist zu lang. Bitte kürzen Sie sie auf höchstens 2.000 Zeichen.',
	number_invalid: 'Bitte geben Sie die Buchungsnummer an. Sie steht in Ihrer Bestätigung, zum Beispiel 3F2A-91BC-7D04.',
	data_link_invalid: 'Dieser Link öffnet nichts mehr. Bitte fordern Sie einen neuen an.',
	target_not_found: 'Das gibt es auf dieser Seite nicht mehr. Vielleicht wurde es inzwischen entfernt.',
	ground_invalid: 'Bitte wählen Sie, worum es geht.',
	explanation_missing: 'Bitte beschreiben Sie, was daran gegen Gesetz oder Regeln verstößt.',
	good_faith_missing: 'Bitte bestätigen Sie, dass Ihre Angaben nach bestem Wissen richtig sind.',
	operator_only: 'Das dürfen Sie nicht, oder Ihr zweiter Faktor fehlt.',
	reason_too_long: 'Der Grund ist zu lang. Bitte kürzen Sie ihn auf höchstens 500 Zeichen.',
	account_not_found: 'Zu dieser Adresse gibt es kein bestätigtes Konto.',
	role_unknown: 'Diese Rolle gibt es nicht.',
	location_paused:
		'Diesen Standort haben wir pausiert. Die Gründe stehen in unserer E-Mail; dort können Sie sich beschweren.',
	report_not_found: 'Diese Meldung gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	decision_exists: 'Darüber ist schon entschieden. Bitte laden Sie die Seite neu.',
	measure_invalid: 'Bitte wählen Sie, was geschehen soll.',
	other_operator_needed:
		'Darüber entscheidet jemand anderes: Sie haben schon darüber entschieden, oder die Sache betrifft Sie selbst.',
	ticket_not_found: 'Diese Anfrage gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	message_over: 'Diese Nachricht ist zu alt, oder an diese Adresse geht nichts mehr.',
	decision_not_found: 'Dieser Link öffnet nichts mehr. Bitte öffnen Sie ihn noch einmal aus Ihrer letzten E-Mail.',
	appeal_exists: 'Sie haben sich schon beschwert. Das Ergebnis bekommen Sie per E-Mail.',
	appeal_too_late: 'Die Frist von sechs Monaten ist vorbei.',
	too_many_reports:
		'Von Ihrem Anschluss aus kamen gerade sehr viele Meldungen. Bitte versuchen Sie es in einer Stunde noch einmal.',
	demand_not_found: 'Dieser Wunsch ist schon beantwortet. Bitte laden Sie die Seite neu.',
	reason_missing: 'Bitte nennen Sie einen Grund.',
	too_many_data_links:
		'Von Ihrem Anschluss aus wurden gerade sehr viele Links angefordert. Bitte versuchen Sie es in einer Stunde noch einmal.',
	opt_out_invalid:
		'Dieser Link zum Abbestellen ist nicht vollständig. Bitte öffnen Sie ihn noch einmal aus Ihrer E-Mail.',
	past: 'Diese Zeit ist schon vorbei. Bitte wählen Sie eine spätere.',
	phone_invalid:
		'Diese Telefonnummer können wir nicht lesen. Bitte geben Sie nur Ziffern ein, zum Beispiel 030 1234567, oder lassen Sie das Feld leer.',
	proposal_over: 'Dieser Vorschlag gilt nicht mehr. Bitte wählen Sie eine andere Zeit, oder rufen Sie den Betrieb an.',
	relative_invalid: 'Bitte geben Sie einen Namen an, oder wählen Sie die Karte einer anderen Person.',
	resend_too_soon:
		'An diese Adresse haben wir gerade mehrere Einladungen geschickt. Bitte warten Sie eine Stunde, und bitten Sie die Person, im Spam-Ordner nachzusehen.',
	role_not_allowed:
		'Dafür reicht Ihre Rolle nicht. Rollen vergeben nur Inhaber:innen; die Leitung darf Mitarbeiter:innen und Empfang einladen und entfernen.',
	second_factor_first:
		'Bitte richten Sie zuerst für sich selbst die Zwei-Faktor-Anmeldung ein, und melden Sie sich damit an.',
	secret_invalid:
		'Die Buchung konnte nicht gestartet werden. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
	secret_missing:
		'Die Buchung konnte nicht gestartet werden. Bitte erlauben Sie notwendige Cookies und laden Sie die Seite neu.',
	resource_not_found: 'Diesen Raum oder dieses Gerät gibt es hier nicht mehr. Bitte laden Sie die Seite neu.',
	service_not_found: 'Diese Leistung wird nicht mehr angeboten. Bitte wählen Sie eine andere.',
	shift_times: 'Bitte geben Sie Beginn und Ende der Schicht an, an einem Tag von heute an.',
	slot_taken: 'Diese Zeit wurde leider gerade vergeben. Bitte wählen Sie eine andere; Ihre Angaben bleiben erhalten.',
	slug_taken: 'Diese Internetadresse ist schon vergeben. Bitte wählen Sie eine andere.',
	source_unknown: 'Die Buchung konnte nicht gestartet werden. Bitte öffnen Sie die Seite des Unternehmens neu.',
	title_too_long: 'Der Titel ist zu lang. Bitte kürzen Sie ihn auf höchstens 120 Zeichen.',
	too_early: 'Dieser Termin hat noch nicht begonnen. Bitte tragen Sie das Ergebnis nach Terminbeginn ein.',
	too_late: 'Die Frist zum Absagen und Verschieben ist vorbei. Bitte rufen Sie das Unternehmen an.',
	too_late_to_ask: 'Für einen Vorschlag per E-Mail ist es zu spät. Bitte rufen Sie an.',
	too_many_bookings:
		'Von Ihrem Anschluss aus wurde gerade sehr oft gebucht. Bitte versuchen Sie es in einer Stunde noch einmal, oder rufen Sie das Unternehmen an.',
	holds_too_fast:
		'Von Ihrem Internetanschluss wurden eben viele Zeiten reserviert, ohne dass gebucht wurde. Bitte versuchen Sie es {wann} noch einmal.',
	too_many_contacts: 'Mehr als 20 weitere Angaben gehen nicht. Bitte entfernen Sie zuerst eine.',
	too_many_relatives: 'Mehr als 20 Personen gehen nicht. Bitte lösen Sie zuerst eine Verbindung.',
	too_many_holds:
		'Sie haben schon mehrere Zeiten reserviert. Bitte schließen Sie eine Buchung ab oder warten Sie, bis eine Reservierung abläuft.',
	too_many_holds_here:
		'Von Ihrem Internetanschluss sind gerade schon viele Zeiten reserviert. Bitte versuchen Sie es {wann} noch einmal; mit einem Konto können Sie mehr Zeiten reservieren.',
	too_many_holds_of_day:
		'Von Ihrem Internetanschluss ist an diesem Tag bei dieser Person schon Zeit reserviert. Bitte schließen Sie diese Buchung zuerst ab, wählen Sie einen anderen Tag, oder versuchen Sie es {wann} noch einmal.',
	too_many_invitations: 'Heute gingen schon hundert Einladungen hinaus. Bitte machen Sie morgen weiter.',
	too_many_moves:
		'Diesen Termin haben Sie heute schon oft verschoben. Bitte versuchen Sie es morgen noch einmal, oder rufen Sie das Unternehmen an.',
	too_many_to_address:
		'Für diese E-Mail-Adresse wurde heute schon oft gebucht. Gehört sie Ihnen, melden Sie sich bitte damit an und buchen Sie weiter; sonst versuchen Sie es später noch einmal.',
	too_many_waits:
		'Mehr Plätze auf Wartelisten dieses Unternehmens gehen zurzeit nicht. Bitte geben Sie zuerst einen auf, oder rufen Sie dort an.',
	too_many_withdrawals:
		'Von Ihrem Anschluss aus kamen gerade sehr viele Erklärungen. Bitte versuchen Sie es in einer Stunde noch einmal, oder schreiben Sie dem Betrieb eine E-Mail.',
	undo_too_late:
		'Das Ergebnis lässt sich nur einen Tag lang zurücknehmen. Bitte vermerken Sie die Korrektur in der Kundenkartei.',
	view_name_missing: 'Bitte geben Sie der Ansicht einen Namen.',
	test_missing:
		'Vor dieser Leistung brauchen Sie rechtzeitig einen Test. Bitte buchen Sie zuerst den Test, oder melden Sie sich an, wenn Sie ihn schon hatten.',
	package_invalid: 'Ein Paket braucht einen Namen, einen Preis und zwei bis zehn verschiedene Leistungen.',
	package_not_found: 'Dieses Paket gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	variant_invalid: 'Bitte geben Sie für die Variante Namen, Dauer und Preis an.',
	view_name_taken: 'So heißt schon eine Ihrer Ansichten. Bitte wählen Sie einen anderen Namen.',
	view_not_found: 'Diese Ansicht gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	views_full: 'Mehr als 20 Ansichten einer Liste gehen nicht. Bitte löschen Sie zuerst eine.',
	unusual_time: 'Zu dieser Zeit spricht etwas gegen den Termin. Bitte prüfen Sie die Hinweise.',
	wait_missed:
		'Für diesen Kurs war schon ein Platz für Sie frei gehalten. Ein zweites Mal halten wir keinen; ist etwas frei, können Sie es gleich buchen.',
	withdrawal_excluded:
		'Für diesen Termin besteht kein gesetzliches Widerrufsrecht. Bitte sagen Sie ihn ab oder wenden Sie sich an das Unternehmen.',
	idempotency_mismatch:
		'Diese Erstattung wurde schon mit einem anderen Betrag ausgelöst. Bitte laden Sie die Seite neu.',
	outcome_unknown: 'Das Ergebnis der Zahlung ist nicht lesbar. Bitte versuchen Sie es noch einmal.',
	payment_not_found: 'Diese Zahlung haben wir nicht gefunden.',
	payment_not_needed: 'Für diesen Termin ist online nichts zu zahlen. Bitte laden Sie die Seite neu.',
	payment_not_paid: 'Diese Zahlung ist nicht eingegangen. Es gibt nichts zu erstatten.',
	payment_required: 'Für diesen Termin ist bei der Buchung etwas zu zahlen. Bitte laden Sie die Seite neu.',
	payment_rule_invalid: 'Bitte prüfen Sie die Anzahlung: 1 bis 100 Prozent oder 1 bis 10.000 Euro.',
	payments_unavailable: 'Online zahlen geht hier gerade nicht. Bitte wählen Sie die Zeit noch einmal.',
	provider_unknown: 'Diesen Zahlungsanbieter gibt es nicht.',
	refund_too_high: 'So viel ist von dieser Zahlung nicht mehr übrig. Bitte prüfen Sie den Betrag.',
	wrong_state:
		'Das ist nicht mehr möglich, weil sich der Stand inzwischen geändert hat. Bitte laden Sie die Seite neu.',
	invalid_credentials: 'E-Mail-Adresse oder Passwort stimmt nicht. Bitte prüfen Sie beides.',
	weak_password: 'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein längeres oder weniger bekanntes.',
	password_own_words:
		'Dieses Passwort ist leicht zu erraten: Es besteht fast nur aus Ihrem Namen, Ihrer E-Mail-Adresse oder Wörtern wie „Zeitplatz“ und „Termin“. Bitte wählen Sie ein anderes.',
	same_password: 'Das ist Ihr bisheriges Passwort. Bitte wählen Sie ein neues.',
	otp_expired: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordern Sie einen neuen an.',
	session_too_large:
		'Zu diesem Konto ist so viel gespeichert, dass wir Sie nicht anmelden können. Bitte wenden Sie sich an unseren Support.',
	user_data_too_large: 'Ihre Angaben sind zu lang. Bitte kürzen Sie sie.',
	email_change_elsewhere:
		'In diesem Browser ist das Konto nicht angemeldet, dessen Adresse sich ändern soll. Öffnen Sie diesen Link in dem Browser, in dem Sie die Änderung verlangt haben, oder melden Sie sich vorher an. Haben Sie keine Änderung verlangt, müssen Sie nichts tun.',
	code_wrong:
		'Dieser Code stimmt nicht, oder er ist abgelaufen. Bitte vergleichen Sie ihn mit der letzten E-Mail oder fordern Sie einen neuen an.',
	url_session_incomplete:
		'Dieser Link ist nicht vollständig. Bitte öffnen Sie ihn noch einmal, oder fordern Sie einen neuen an.',
	url_session_invalid: 'Dieser Link gilt nicht oder nicht mehr. Bitte fordern Sie einen neuen an.',
	url_session_stale:
		'Dieser Link ist zu alt: Aus Sicherheitsgründen gilt er nur zwei Minuten. Bitte fordern Sie einen neuen an.',
	access_denied: 'Die Bestätigung wurde abgelehnt. Bitte fordern Sie einen neuen Link an.',
	over_email_send_rate_limit:
		'Wir haben gerade erst eine E-Mail gesendet. Bitte warten Sie eine Minute, nach mehreren E-Mails eine Stunde.',
	over_request_rate_limit: 'Das waren viele Versuche in kurzer Zeit. Bitte warten Sie einige Minuten.',
	user_banned: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an unseren Support.',
	reauthentication_needed: 'Bitte geben Sie zur Sicherheit Ihr bisheriges Passwort an.',
	recovery_too_late: 'Seit dem Öffnen des Links ist zu viel Zeit vergangen. Bitte fordern Sie einen neuen Link an.',
	reauthentication_not_valid: 'Der Code stimmt nicht. Bitte prüfen Sie ihn.',
	same_email: 'Das ist schon Ihre E-Mail-Adresse.',
	email_exists: 'Diese Adresse können wir nicht verwenden. Bitte wählen Sie eine andere.',
	insufficient_aal: 'Bitte melden Sie sich zuerst mit Ihrem zweiten Faktor an.',
	totp_wrong: 'Dieser Code stimmt nicht. Bitte geben Sie den Code ein, den die App gerade zeigt.',
	mfa_verification_failed:
		'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte versuchen Sie es mit dem nächsten.',
	recovery_code_wrong: 'Dieser Notfallcode stimmt nicht oder wurde schon benutzt. Bitte nehmen Sie einen anderen.',
	mfa_recovery_codes_locked: 'Das waren zu viele falsche Notfallcodes. Bitte warten Sie eine Viertelstunde.',
	mfa_factor_name_conflict: 'So heißt schon ein anderer Faktor. Bitte wählen Sie einen anderen Namen.',
	mfa_factor_not_found: 'Das gibt es nicht mehr. Bitte laden Sie die Seite neu und beginnen Sie von vorn.',
	too_many_enrolled_mfa_factors: 'Mehr als zehn Faktoren gehen nicht. Bitte entfernen Sie zuerst einen anderen.',
	too_many_passkeys: 'Mehr als zwanzig Passkeys gehen nicht. Bitte entfernen Sie zuerst einen anderen.',
	passkey_name_missing: 'Bitte geben Sie dem Passkey einen Namen.',
	webauthn_verification_failed: 'Der Schlüssel wurde nicht erkannt. Bitte versuchen Sie es noch einmal.',
	webauthn_challenge_not_found: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
	webauthn_challenge_expired: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
	webauthn_credential_exists: 'Dieser Passkey ist schon hinzugefügt.',
	single_identity_not_deletable: 'Das ist Ihr einziger Weg, sich anzumelden. Bitte verbinden Sie zuerst einen anderen.',
	identity_already_exists: 'Dieses Konto ist schon mit einem anderen Zeitplatz-Konto verbunden.',
	provider_email_needs_verification: 'Bitte bestätigen Sie zuerst Ihre Adresse: Wir haben Ihnen eine E-Mail gesendet.',
	session_not_found: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich wieder an.',
	'22001': 'Eine Angabe ist zu lang. Bitte kürzen Sie sie.',
	'23514': 'Eine Angabe ist zu lang oder hat nicht die erwartete Form. Bitte prüfen Sie Ihre Eingaben.',
	'23503': 'Das ist noch mit Terminen verbunden. Bitte pausieren Sie es, statt es zu löschen.',
	'42501': 'Dafür fehlt Ihnen das Recht. Bitte wenden Sie sich an die Leitung.',
	image_invalid: 'Dieses Bild können wir nicht lesen. Bitte wählen Sie ein Foto (JPEG, PNG, WebP) bis 10 MB.',
	crop_invalid:
		'Diesen Ausschnitt können wir nicht lesen. Bitte wählen Sie ihn innerhalb des Bildes, mindestens ein Zwanzigstel breit und hoch.',
	file_invalid: 'Diese Datei können wir nicht lesen. Bitte wählen Sie ein Foto oder eine PDF-Datei bis 10 MB.',
	customer_file_not_found: 'Diese Datei gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	too_many_files: 'Mehr als 50 Dateien gehen nicht. Bitte löschen Sie zuerst eine.',
	picture_not_found: 'Dieses Bild gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	preset_missing: 'Bitte wählen Sie, wann Sie geöffnet haben.',
	template_missing: 'Bitte haken Sie mindestens eine Leistung an.',
	period_invalid: 'Der Zeitraum endet, bevor er beginnt. Bitte prüfen Sie „gültig ab“ und „gültig bis“.',
	period_missing: 'Bitte geben Sie an, ab welchem Tag die anderen Zeiten gelten.',
	offers_full:
		'Für diesen Suchauftrag liegen schon fünf Angebote vor. Mehr nehmen wir nicht an, damit die Wahl leicht bleibt.',
	offer_exists:
		'Ihr Standort hat diesen Suchauftrag schon beantwortet. Ziehen Sie das Angebot zurück, um ein anderes zu senden.',
	too_many_offers: 'Ihr Standort hat diesen Suchauftrag schon fünfmal beantwortet. Mehr Angebote gehen nicht.',
	start_missing: 'Bitte wählen Sie mindestens eine Zeit.',
	too_many_starts:
		'So viele Zeiten gehen nicht: höchstens drei in einem Angebot und fünf Ihres Unternehmens für einen Suchauftrag.',
	too_many_outside: 'Nur eine Zeit darf außerhalb der Wunschzeiten liegen. Bitte wählen Sie die anderen innerhalb.',
	starts_overlap:
		'Zwei der gewählten Zeiten überschneiden sich. Bitte wählen Sie Zeiten, die nebeneinander Platz haben.',
	hold_budget:
		'So viele Zeiten können Sie gerade nicht reservieren. Warten Sie auf eine Antwort, ziehen Sie ein Angebot zurück, oder ändern Sie die Zahl in den Einstellungen.',
	price_invalid: 'Bitte prüfen Sie den Preis: Er liegt zwischen 0 und 100.000 Euro.',
	expiry_invalid: 'Für eine Antwort bleibt zu wenig Zeit. Bitte wählen Sie eine spätere Zeit.',
	offer_not_found: 'Dieses Angebot gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	template_not_found: 'Diese Vorlage gibt es nicht mehr. Bitte laden Sie die Seite neu.',
	template_name_taken: 'So heißt schon eine Vorlage. Bitte wählen Sie einen anderen Namen.',
	template_name_too_long: 'Der Name ist zu lang. Bitte kürzen Sie ihn auf höchstens 60 Zeichen.',
	too_many_templates: 'Mehr als 30 Vorlagen gehen nicht. Bitte löschen Sie zuerst eine.',
	postal_code_unknown: 'Diese Postleitzahl kennen wir nicht. Bitte prüfen Sie die fünf Ziffern.',
}
