import { BackupError, type BackupFault, type Progress } from '#backend/backup/manifest.ts'
import { RELEASE } from '../server/release.ts'

const FAULTS: Record<BackupFault, (place: string) => string> = {
	target_exists: (place) => `${place} gibt es schon.`,
	nothing_there: () => 'Hier ist nichts zu sichern: Mit dieser Datenbank ist noch nie ein Server gestartet.',
	not_a_backup: (place) => `Das ist keine Sicherung: ${place} fehlt.`,
	newer_format: (place) =>
		`Die Sicherung hat das Format ${place}; dieses Programm ist älter. Bitte die neuere Fassung nehmen.`,
	damaged: (place) => `Die Sicherung ist beschädigt: ${place} fehlt oder ist verändert.`,
	unknown_migration: (place) =>
		`Von der Migration ${place} kennt weder die Datenbank noch dieses Programm den Wortlaut. Bitte mit der Fassung sichern, die sie betreibt.`,
	changed_migration: (place) =>
		`Die Migration ${place} lautet in diesem Programm anders als die, die gelaufen ist: Es ist nicht die Fassung dieser Daten. Es wurde nichts verändert.`,
	older_database: (place) =>
		`Die Datenbank ist noch von einer älteren Fassung (${place}). Bitte mit dieser sichern, oder zuerst den Server dieser Fassung starten: Er stellt die Datenbank um.`,
	newer_database: (place) => `Die Datenbank ist von einer neueren Fassung (${place}). Bitte mit dieser sichern.`,
	newer_release: (place) =>
		`Die Sicherung ist von der Fassung ${place}, dieses Programm ist ${RELEASE}. Bitte mit der Fassung ${place} oder einer neueren zurückspielen. Es wurde nichts verändert.`,
	inconsistent: (place) =>
		`Die Sicherung passt nicht zu sich selbst: Ihre Migration ${place} ist nicht die, die auf diesen Daten gelaufen ist. Es wurde nichts verändert.`,
	not_empty: (place) =>
		`Das Ziel ist nicht leer (${place}). Mit --overwrite wird es ersetzt. Vorher am besten noch eine Sicherung machen.`,
	in_use: (place) => `Die Datenbank ist in Gebrauch (${place}). Bitte zuerst alle Serverprozesse beenden.`,
	not_allowed: (place) =>
		`Die Rolle der Datenbank darf ${place} nicht setzen. Bitte mit der Rolle zurückspielen, die Superuser ist.`,
	incomplete: (place) => `Nach dem Laden fehlt etwas: ${place}. Es wurde nichts verändert.`,
}

const STEPS = { files: 'Dateien', tables: 'Tabellen', check: 'Prüfsummen' }

/** Shows progress: at a terminal one line that changes, otherwise one line for each finished step. */
export function showProgress(output: NodeJS.WriteStream): Progress {
	return (step, done, total) => {
		const text = `${STEPS[step]}: ${done} von ${total}`
		if (output.isTTY) output.write(`\r\u001B[K${text}${done === total ? '\n' : ''}`)
		else if (done === total) output.write(`${text}\n`)
	}
}

/** Runs a command; an error is reported in one German sentence, and the process ends with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
	try {
		await command()
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error)
		process.stderr.write(`${error instanceof BackupError ? FAULTS[error.code](message) : message}\n`)
		if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
		process.exitCode = 1
	}
}

/** A number of bytes in a readable form. */
export function sizeText(bytes: number): string {
	const megabytes = bytes / 1_000_000
	return `${megabytes.toLocaleString('de-DE', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`
}
