import type { AuthOptions } from '#backend/auth/options.ts'
import type { ProviderOptions } from '#backend/auth/providers/provider.ts'
import type { Config } from './config.ts'

/** How visitors may sign in besides mail and password. */
export function readSignIn(config: Config): Pick<AuthOptions, 'providers' | 'phone' | 'hooks'> {
	const { AUTH_PHONE: enabled, SMS_HOOK_URL: uri, SMS_HOOK_SECRET: secret } = config
	return {
		providers: readProviders(config),
		phone: { enabled },
		hooks: uri ? { sendSms: { uri, secret } } : {},
	}
}

/** The services that visitors may sign in with: those whose client id is set. */
export function readProviders(config: Config): Record<string, ProviderOptions> {
	const given: Record<string, ProviderOptions | undefined> = {
		google: client(config.AUTH_GOOGLE_CLIENT_ID, config.AUTH_GOOGLE_SECRET),
		apple: appleClient(config),
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

// In settings files a key is on one line, with escaped line breaks.
function appleClient(config: Config): ProviderOptions | undefined {
	const { AUTH_APPLE_TEAM_ID: teamId, AUTH_APPLE_KEY_ID: keyId, AUTH_APPLE_PRIVATE_KEY: privateKey } = config
	const found = client(config.AUTH_APPLE_CLIENT_ID, config.AUTH_APPLE_SECRET)
	if (!found || !teamId || !keyId || !privateKey) return found
	return { ...found, apple: { teamId, keyId, privateKey: privateKey.replaceAll('\\n', '\n') } }
}
