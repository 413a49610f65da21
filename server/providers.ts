import type { ProviderOptions } from '#backend/auth/providers/provider.ts'
import type { Config } from './config.ts'

/** The services that visitors may sign in with: those whose client id is set. */
export function readProviders(config: Config): Record<string, ProviderOptions> {
	const given: Record<string, ProviderOptions | undefined> = {
		google: client(config.AUTH_GOOGLE_CLIENT_ID, config.AUTH_GOOGLE_SECRET),
		apple: client(config.AUTH_APPLE_CLIENT_ID, config.AUTH_APPLE_SECRET),
		github: client(config.AUTH_GITHUB_CLIENT_ID, config.AUTH_GITHUB_SECRET),
		facebook: client(config.AUTH_FACEBOOK_CLIENT_ID, config.AUTH_FACEBOOK_SECRET),
		oidc: config.AUTH_OIDC_ISSUER
			? client(config.AUTH_OIDC_CLIENT_ID, config.AUTH_OIDC_SECRET, config.AUTH_OIDC_ISSUER)
			: undefined,
	}
	const set = Object.entries(given).filter((entry): entry is [string, ProviderOptions] => entry[1] !== undefined)
	return Object.fromEntries(set)
}

function client(clientId?: string, secret?: string, issuer?: string): ProviderOptions | undefined {
	return clientId ? { clientId, secret, issuer } : undefined
}
