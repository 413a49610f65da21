import type { AuthError } from '@supabase/supabase-js'

/** The code (app/lib/errors.ts) of why a new password is refused: one of the words of the house has a sentence of its own. */
export function passwordRefusal(error: AuthError): string {
	const reasons = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : []
	if (error.code === 'weak_password' && reasons.includes('own_words') && !reasons.includes('pwned'))
		return 'password_own_words'
	return error.code ?? 'unexpected'
}
