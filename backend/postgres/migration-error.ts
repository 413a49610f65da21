/**
 * Why a database cannot be brought to what this source expects.
 * `changed`: a migration that has run reads otherwise here. `newer`: a later release has changed the database. `older`: a migration
 * would run after one that comes behind it. `locked`: others hold a table for too long. `failed`: a statement failed.
 * `hosted`: the services' tables belong to hosted Supabase.
 */
export type MigrationFault = 'changed' | 'newer' | 'older' | 'locked' | 'failed' | 'hosted'

/** `message` names the migration, or the release for `newer`. */
export class MigrationError extends Error {
	readonly code: MigrationFault
	constructor(code: MigrationFault, message: string, options?: ErrorOptions) {
		super(message, options)
		this.code = code
	}
}
