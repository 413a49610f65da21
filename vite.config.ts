import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
	plugins: [reactRouter()],
	environments: {
		ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
	},
	// Bundling what the server renders with halves its cold start; native and node-only packages stay outside.
	ssr: { noExternal: true, external: ['sharp', 'nodemailer', 'ws', 'postgres', 'bcrypt'] },
	build: { target: 'es2022', assetsInlineLimit: 0 },
	server: { middlewareMode: true },
})
