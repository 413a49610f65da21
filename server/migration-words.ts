import type { MigrationError, MigrationFault } from '#backend/postgres/migration-error.ts'
import type { Config } from './config.ts'
import { RELEASE } from './release.ts'

const WORDS: Record<MigrationFault, (place: string) => string> = {
	changed: (file) =>
		`Die Datenbank gehört zu einem anderen Stand des Programms (${file} ist nicht mehr dieselbe). Eigene Daten sichert „npm run backup“ im alten Stand.`,
	newer: (release) =>
		`Die Datenbank ist von einer neueren Fassung (${release}) als dieses Programm (${RELEASE}). Bitte die neuere Fassung starten. Zurück geht es nur mit einer Sicherung von vor der Umstellung: docs/deploy.md, „Zurück zur alten Fassung“.`,
	older: (files) =>
		`Eine Migration müsste vor einer laufen, die schon gelaufen ist (${files}). Es wurde nichts verändert. Bitte die Fassung nehmen, wie sie veröffentlicht ist.`,
	locked: (file) =>
		`Die Umstellung ${file} kam nicht an die Reihe, weil andere die Tabelle benutzen, etwa eine Sicherung oder eine lange Abfrage. Es wurde nichts verändert. Bitte noch einmal starten, wenn sie fertig ist.`,
	failed: (message) => `Die Umstellung der Datenbank ist gescheitert; die Datenbank ist wie vor ihr. ${message}`,
	hosted: () =>
		'Diese Datenbank gehört zu einem gehosteten Supabase. Bitte statt DATABASE_URL die Adresse SUPABASE_URL und ihre Schlüssel setzen: docs/deploy.md.',
}

/** What the person at the terminal reads when a database cannot be migrated to what this source expects. */
export function migrationWords({ code, message }: MigrationError, { mode }: Pick<Config, 'mode'>): string {
	const anew = code === 'changed' && mode === 'embedded' ? ' Demo-Daten legt „npm run db:reset“ neu an.' : ''
	return WORDS[code](message) + anew
}
