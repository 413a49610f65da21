export type ProviderOptions = Record<string, unknown>
