import type { AuthError } from '@supabase/supabase-js'

/** The code (app/lib/errors.ts) of why a new password is refused; passwords made of the product's own words have their own sentence. */
export function passwordRefusal(error: AuthError): string {
	const reasons = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : []
	if (error.code === 'weak_password' && reasons.includes('own_words') && !reasons.includes('pwned'))
		return 'password_own_words'
	return error.code ?? 'unexpected'
}
