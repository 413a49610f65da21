/**
 * Why a database cannot be brought up to date with this source. `changed`: a migration has been changed after it ran. `newer`: a
 * later release has changed the database. `older`: a migration would have to run before one that has already run. `locked`: others
 * hold a table for too long. `failed`: a statement failed. `hosted`: the services' tables belong to hosted Supabase.
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
