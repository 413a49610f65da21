import type { ISql } from 'postgres'
import type { Migration } from './migration-files.ts'

/** A migration that a database has run. */
export type Ran = {
	version: string
	name: string
	/** Checksum of its file; null when the Supabase CLI ran the migration. */
	sha256: string | null
	/** Whether the text that ran is kept; 0.1.0 kept no texts. */
	kept: boolean
	/** The release of the program that ran it, or null if unknown. */
	release: string | null
}

/** One history of migrations: the services' own, or the product's on top of them. */
export type History = {
	read(sql: ISql): Promise<Ran[]>
	/** The texts that ran, by version. */
	texts(sql: ISql): Promise<{ version: string; text: string }[]>
	keep(sql: ISql, migration: Migration, release: string | null): Promise<void>
	/** Adds the text of a migration that 0.1.0 ran, if its file has not changed since. */
	complete(sql: ISql, migration: Migration): Promise<void>
}

/** Creates the tables of both histories where they are missing. */
export async function prepareHistory(sql: ISql): Promise<void> {
	const [found] = await sql<
		{ complete: boolean }[]
	>`select to_regclass('supabase_migrations.functions') is not null as complete`
	if (found?.complete) return
	await sql.unsafe(`
		create schema if not exists supabase_migrations;
		create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
		create table if not exists supabase_migrations.checksums (version text primary key, sha256 text not null);
		alter table supabase_migrations.checksums add column if not exists release text;
		create table if not exists supabase_migrations.services (
			version text primary key, name text not null, sha256 text not null, text text not null, release text);
		create table if not exists supabase_migrations.functions (
			service text primary key, sha256 text not null, state text not null, release text)`)
}

/** The services' own tables. */
export const SERVICES: History = {
	read: (sql) =>
		sql<Ran[]>`select version, name, sha256, true as kept, release from supabase_migrations.services order by version`,
	texts: (sql) => sql<{ version: string; text: string }[]>`select version, text from supabase_migrations.services`,
	async keep(sql, { version, name, sha256, text }, release) {
		await sql`insert into supabase_migrations.services (version, name, sha256, text, release)
			values (${version}, ${name}, ${sha256}, ${text}, ${release})`
	},
	complete: async () => undefined,
}

/** The product's tables. The Supabase CLI keeps its history in the same place, as single statements and without a checksum. */
export const PRODUCT: History = {
	read: (sql) => sql<Ran[]>`
		select version, coalesce(name, '') as name, sha256, statements is not null as kept, release
		  from supabase_migrations.schema_migrations left join supabase_migrations.checksums using (version) order by version`,
	texts: (sql) => sql<{ version: string; text: string }[]>`
		select version, array_to_string(statements, E';\n') as text from supabase_migrations.schema_migrations
		 where statements is not null`,
	async keep(sql, { version, name, sha256, text }, release) {
		await sql`insert into supabase_migrations.schema_migrations (version, name, statements)
			values (${version}, ${name}, ${[text]})`
		await sql`insert into supabase_migrations.checksums (version, sha256, release) values (${version}, ${sha256}, ${release})`
	},
	async complete(sql, { version, text }) {
		await sql`update supabase_migrations.schema_migrations set statements = ${[text]}
			where version = ${version} and statements is null`
	},
}
