import { describe, expect, it } from 'vitest'
import { sitemapIndex, urlSet } from './sitemap.ts'

describe('sitemaps', () => {
	it('escape addresses and give dates', () => {
		const text = urlSet([
			{ address: 'https://a.example/?x=1&y=2', changed: '2026-11-23T10:00:00+00:00' },
			{ address: 'https://a.example/b' },
		])
		expect(text).toContain('<url><loc>https://a.example/?x=1&amp;y=2</loc><lastmod>2026-11-23</lastmod></url>')
		expect(text).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
		expect(sitemapIndex([{ address: 'https://a.example/s.xml' }])).toContain(
			'<sitemap><loc>https://a.example/s.xml</loc></sitemap>',
		)
	})
})
