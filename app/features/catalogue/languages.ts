/** Languages that visitors can filter by, besides German. */
export const LANGUAGES: Record<string, string> = {
	...{ en: 'Englisch', tr: 'Türkisch', ar: 'Arabisch', ru: 'Russisch', pl: 'Polnisch', uk: 'Ukrainisch' },
	...{ fr: 'Französisch', es: 'Spanisch', it: 'Italienisch', vi: 'Vietnamesisch' },
}
