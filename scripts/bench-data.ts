import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { migrate } from '#backend/postgres/migrate.ts'
import { HasDataError, loadLarge } from '#supabase/seeds/large/load.ts'
import { verifyLarge } from '#supabase/seeds/large/verify.ts'
import type { LargeWish } from '#supabase/seeds/large/wish.ts'
import { readConfig } from '../server/config.ts'
import { lockDataDir } from '../server/lock.ts'

const HELP = `npm run bench:data -- [Einstellungen]   füllt eine leere Datenbank mit vielen erfundenen Unternehmen

  --locations 20000      Standorte
  --employees 60000      Mitarbeiter:innen; ohne Angabe drei je Standort
  --services 300000      Leistungen; ohne Angabe fünfzehn je Standort
  --appointments 5000000 Termine, vergangene und künftige; ohne Angabe 250 je Standort
  --days 60              künftige Tage, an denen etwas gebucht ist
  --fill 0.55            Anteil der Arbeitszeit, der heute gebucht ist; 0.97 ist fast ausgebucht
  --steady               alle künftigen Tage sind so voll wie heute; sonst werden die Kalender dünner
  --seed 1               dieselbe Zahl gibt am selben Tag dieselben Daten
  --today 2026-03-10     Tag, um den die Kalender liegen; ohne Angabe heute
  --threads 1            Threads, die Zeilen erfinden
  --add                  auch in eine Datenbank, die schon Unternehmen enthält (langsam)

Ziel ist DATABASE_URL oder der Ordner DATA_DIR (eingebettete Datenbank).`

const { values } = parseArgs({
	options: {
		...{ locations: { type: 'string' }, employees: { type: 'string' }, services: { type: 'string' } },
		...{
			appointments: { type: 'string' },
			days: { type: 'string' },
			fill: { type: 'string' },
			seed: { type: 'string' },
		},
		...{
			today: { type: 'string' },
			threads: { type: 'string' },
			steady: { type: 'boolean' },
			add: { type: 'boolean' },
		},
		help: { type: 'boolean' },
	},
})
if (values.help) {
	process.stdout.write(`${HELP}\n`)
	process.exit(0)
}
const started = performance.now()
const progress = (message: string): void => {
	process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${message}\n`)
}
const wish = readWish()
const config = readConfig(process.env)
if (config.mode === 'hosted')
	throw new Error('SUPABASE_URL hilft hier nicht: bitte DATABASE_URL der Datenbank angeben.')
const unlock = config.mode === 'embedded' ? await lockDataDir(config.dataDir) : async (): Promise<void> => undefined
const server = config.mode === 'embedded' ? await startFast(path.join(config.dataDir, 'postgres')) : undefined
const url = server?.url ?? String(config.DATABASE_URL)
try {
	await fill()
} catch (error) {
	const hint = error instanceof HasDataError ? ' Mit --add kommt etwas hinzu; ein anderer DATA_DIR ist besser.' : ''
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}${hint}\n`)
	process.exitCode = 1
} finally {
	await server?.stop()
	await unlock()
}

async function fill(): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined })
	try {
		await migrate(sql, { folder: path.join(import.meta.dirname, '..', 'supabase', 'migrations') })
		const threads = numberOf(values.threads, Math.max(1, os.availableParallelism() - 1))
		await loadLarge(url, { wish, threads, addTo: values.add ?? false, progress })
		if (values.add) return progress('Fertig.')
		progress('Daten werden geprüft …')
		const found = await verifyLarge(sql, wish)
		const [size] = await sql`select pg_size_pretty(pg_database_size(current_database())) as text`
		progress(
			`Fertig: ${found.locations} Standorte, ${found.employees} Mitarbeiter:innen, ${found.services} Leistungen, ` +
				`${found.appointments} Termine, ${size?.text}; alle Bedingungen gelten.`,
		)
	} finally {
		await sql.end({ timeout: 5 })
	}
}

/** A new folder is filled with settings that are only suitable for a database that can be created again. */
function startFast(dir: string): ReturnType<typeof startEmbeddedPostgres> {
	if (existsSync(path.join(dir, 'PG_VERSION'))) return startEmbeddedPostgres({ dir })
	const settings = { wal_level: 'minimal', max_wal_senders: '0', fsync: 'off', full_page_writes: 'off' }
	return startEmbeddedPostgres({
		dir,
		settings: { ...settings, max_wal_size: '8GB', checkpoint_timeout: '30min', shared_buffers: '1GB' },
	})
}

function readWish(): LargeWish {
	const locations = numberOf(values.locations, 20_000)
	const today = values.today ? Date.parse(`${values.today}T09:00:00Z`) : Date.now()
	return {
		seed: values.seed ?? '1',
		present: Math.floor(today / 60_000),
		locations,
		employees: numberOf(values.employees, locations * 3),
		services: numberOf(values.services, locations * 15),
		appointments: numberOf(values.appointments, locations * 250),
		days: numberOf(values.days, 60),
		fill: numberOf(values.fill, 0.55),
		steady: values.steady ?? false,
	}
}

function numberOf(text: string | undefined, otherwise: number): number {
	const number = text === undefined ? otherwise : Number(text)
	if (!Number.isFinite(number) || number <= 0) throw new Error(`${text} ist keine Zahl über 0.`)
	return number
}
