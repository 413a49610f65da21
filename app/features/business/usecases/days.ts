/** A moment of a working day: when, what happens, and what the product does about it. */
export type Moment = readonly [time: string, title: string, text: string]

/** A day in each trade, by the slug of its category. Only what the product does today. */
export const DAYS: Record<string, readonly Moment[]> = {
	friseur: [
		[
			'9:10',
			'Die Farbe wirkt ein',
			'Während der Einwirkzeit ist die Fachkraft frei. Zeitplatz bietet genau diese Lücke für einen Trockenschnitt an.',
		],
		[
			'12:30',
			'Jonas meldet sich krank',
			'Ein Knopf zeigt alle betroffenen Termine, schlägt freie Zeiten im Team vor und hält sie, bis die Antwort da ist.',
		],
		[
			'17:45',
			'Jemand steht in der Tür',
			'Laufkundschaft steht mit zwei Klicks im Kalender, bei der Person, die zuerst frei ist.',
		],
	],
	barbershop: [
		[
			'10:00',
			'Viele kurze Termine',
			'Zwanzig Minuten, fünf Minuten Puffer: Der Kalender bleibt lesbar, und nichts überschneidet sich.',
		],
		[
			'14:00',
			'Lieber zu Ben',
			'Wer eine bestimmte Person möchte, bucht sie. Wem es gleich ist, bekommt die nächste freie.',
		],
		['18:30', 'Bart und Schnitt', 'Zwei Leistungen werden ein Besuch mit einem Preis, hintereinander geplant.'],
	],
	kosmetik: [
		['9:30', 'Nur eine Liege', 'Räume und Geräte zählen mit: Ist die Kabine belegt, ist die Zeit nicht buchbar.'],
		[
			'13:00',
			'Vorher ein Test',
			'Manche Behandlung braucht zuerst einen Verträglichkeitstest. Ohne ihn lässt sie sich nicht online buchen.',
		],
		[
			'16:00',
			'Was letztes Mal war',
			'Die Kundenkarte zeigt frühere Besuche, Notizen und Fotos. Angaben zur Gesundheit stehen getrennt, mit eigenem Recht.',
		],
	],
	nagelstudio: [
		[
			'10:15',
			'Auffüllen in vier Wochen',
			'Der nächste Termin entsteht gleich am Platz, mit denselben Leistungen und derselben Person.',
		],
		[
			'13:40',
			'Ein Zusatz mehr',
			'French oder Design bucht die Kundin als Zusatz dazu; Dauer und Preis rechnen sich selbst.',
		],
		[
			'19:00',
			'Absagen ohne Anruf',
			'Bis zu Ihrer Frist sagt die Kundschaft selbst ab. Die Zeit ist sofort wieder frei.',
		],
	],
	massage: [
		['8:00', 'Zeit zum Lüften', 'Puffer nach jeder Behandlung stehen im Kalender und werden nie verplant.'],
		['11:00', '60 oder 90 Minuten', 'Eine Leistung in mehreren Längen: Angeboten wird nur, was in die Lücke passt.'],
		['20:00', 'Morgen Abend, egal bei wem', 'Wer abends sucht, findet Sie, weil morgen Abend wirklich etwas frei ist.'],
	],
	'wellness-spa': [
		[
			'10:00',
			'Drei Kabinen, fünf Leute',
			'Räume und Geräte werden mit den Menschen geplant. Fehlt eines, ist die Zeit nicht buchbar.',
		],
		['14:00', 'Ein Paket', 'Bad, Massage und Gesicht als Paket mit eigenem Preis, in der richtigen Reihenfolge.'],
		[
			'17:00',
			'Ruhiger Dienstag',
			'Tagespreise gelten, wann Sie möchten. Ein Streichpreis steht nur dort, wo das Gesetz ihn erlaubt.',
		],
	],
	physiotherapie: [
		['7:30', 'Sechs Termine auf einmal', 'Eine Serie legt alle Behandlungen an und sagt, welche nicht passen.'],
		['10:00', 'Diskretion', 'In E-Mails und Kalenderdateien steht nur „Ihr Termin“, nie die Behandlung.'],
		[
			'15:00',
			'Was die Praxis wissen muss',
			'Gesundheitsnotizen liest nur, wer das Recht dazu hat. Jeder Zugriff steht im Protokoll.',
		],
	],
	'tattoo-piercing': [
		['12:00', 'Erst das Gespräch', 'Große Arbeiten bestätigen Sie von Hand, nachdem Sie die Anfrage gelesen haben.'],
		['15:00', 'Lange Sitzung', 'Vier Stunden mit Pause: Der Kalender hält die ganze Zeit frei, auch den Raum.'],
		['19:00', 'Die Vorlage', 'Bilder und Dokumente liegen an der Kundenkarte, nicht im Posteingang.'],
	],
	gesundheit: [
		[
			'8:00',
			'Ohne Telefonschlange',
			'Freie Zeiten stehen online. Was telefonisch geklärt werden muss, bieten Sie nur telefonisch an.',
		],
		['11:30', 'Vertraulich', 'Leistungen erscheinen in keiner Nachricht. Suchaufträge sind nie öffentlich.'],
		[
			'16:00',
			'Wer was sieht',
			'Rechte gelten je Person: Der Empfang sieht Termine, Notizen zur Gesundheit nur, wer sie braucht.',
		],
	],
	fitness: [
		[
			'7:00',
			'Kurs mit zwölf Plätzen',
			'Plätze werden einzeln gebucht. Ist der Kurs voll, gibt es eine Warteliste, die frei gewordene Plätze von selbst anbietet.',
		],
		[
			'12:00',
			'Jede Woche um zehn',
			'Serien legen Kurse und Einzeltermine im Voraus an und nennen die Tage, die nicht passen.',
		],
		['18:00', 'Die Trainerin fällt aus', 'Alle Teilnehmenden erfahren es per E-Mail, mit einem Klick von Ihnen.'],
	],
	tierpflege: [
		[
			'9:00',
			'Der Hund kommt mit',
			'Notizen an der Karte: Name, Rasse, was er nicht mag. Sie stehen beim nächsten Termin.',
		],
		['11:00', 'Groß oder klein', 'Eine Leistung in Varianten, jede mit Dauer und Preis.'],
		['15:30', 'Ein Tisch, zwei Leute', 'Tisch und Wanne sind Geräte: Der Kalender verplant sie nie doppelt.'],
	],
	fahrradwerkstatt: [
		[
			'8:30',
			'Abgeben am Morgen',
			'Sie legen fest, wann Räder kommen; der Montageständer ist ein Gerät mit eigenem Kalender.',
		],
		['12:00', 'Ab-Preise', 'Hängt der Preis vom Rad ab, steht „ab“ davor, und nur dann.'],
		[
			'16:30',
			'Erst ansehen',
			'Anfragen bestätigen Sie von Hand. Antworten Sie nicht, verfällt die Anfrage, statt liegen zu bleiben.',
		],
	],
	autowerkstatt: [
		[
			'7:30',
			'Reifenwechsel im November',
			'Bühnen sind Geräte. Online ist frei, was wirklich eine freie Bühne und freie Hände hat.',
		],
		[
			'10:00',
			'Zwei Stunden eher fertig',
			'Ziehen Sie den nächsten Termin vor: Der Kunde erfährt es, wenn Sie das möchten.',
		],
		[
			'15:00',
			'Jemand sucht dringend',
			'Suchaufträge aus der Nähe erscheinen mit Ihren freien Zeiten daneben; antworten kostet nichts.',
		],
	],
	unterricht: [
		['14:00', 'Jeden Dienstag', 'Eine Serie plant das Halbjahr und nennt die Tage, an denen es nicht geht.'],
		['16:00', 'Für das Kind', 'Eltern buchen für andere; der Name steht am Termin, der Kontakt bleibt bei ihnen.'],
		['18:00', 'Gruppe statt einzeln', 'Gruppen haben Plätze und eine Warteliste, der Raum ist mit belegt.'],
	],
	fotografie: [
		['9:00', 'Vorlauf', 'Ein Shooting lässt sich nie für in zehn Minuten buchen: Den Vorlauf bestimmen Sie.'],
		['13:00', 'Umbau im Studio', 'Zeit davor und danach gehört zum Termin und blockiert das Studio.'],
		['17:00', 'Ohne Nachfragen', 'Bestätigung, Kalenderdatei und Weg zum Studio kommen von selbst per E-Mail.'],
	],
	beratung: [
		['9:00', 'Erstgespräch', 'Kostenlos und kurz: Auch Leistungen ohne Preis sind buchbar.'],
		['11:00', 'Zwei Standorte', 'Montag hier, Dienstag dort: Der Dienstplan kennt Wochen im Wechsel.'],
		['16:00', 'Verschieben ohne E-Mails', 'Wer verschieben muss, wählt selbst eine freie Zeit, bis zu Ihrer Frist.'],
	],
	'augenbrauen-wimpern': [
		[
			'10:00',
			'Erst der Test',
			'Färben gibt es online erst nach dem Verträglichkeitstest. Zeitplatz merkt sich, wer ihn hatte.',
		],
		['12:20', 'Dreißig freie Minuten', 'Kurze Leistungen füllen Lücken, die sonst leer bleiben.'],
		['15:00', 'Auffüllen', '„Wieder buchen“ schlägt dieselbe Leistung bei derselben Person vor.'],
	],
	haarentfernung: [
		['9:00', 'Alle sechs Wochen', 'Serien mit festem Abstand, jede Sitzung einzeln verschiebbar.'],
		['12:00', 'Ein Gerät für alle', 'Der Laser ist nur einmal da. Der Kalender weiß es.'],
		['17:00', 'Zonen als Varianten', 'Achseln oder Beine: Dauer und Preis stehen fest, bevor jemand bucht.'],
	],
}
