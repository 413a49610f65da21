const BROWSERS: [RegExp, string][] = [
	[/Edg(e|A|iOS)?\//, 'Edge'],
	[/OPR\//, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
	[/iPhone/, 'iPhone'],
	[/iPad/, 'iPad'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X|Macintosh/, 'Mac'],
	[/CrOS/, 'ChromeOS'],
	[/Linux/, 'Linux'],
]

/** A browser's own description in words: "Chrome auf Windows". */
export function deviceName(userAgent: string): string {
	const find = (list: [RegExp, string][]): string => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
	const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
	if (browser && system) return `${browser} auf ${system}`
	return browser || system || 'Unbekanntes Gerät'
}
