import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("worker/database/migrations");

const bindings = {
	ENVIRONMENT: "test",
	SECRET: "a secret that only the tests know, 32+",
	CLIENT_SECRET: "client secret of the tests",
	PORTAL_ORIGIN: "https://portal.test",
	PASSWORD_COST: "1024",
	TEST_MIGRATIONS: migrations,
};

/** why: the aliases of tsconfig.json; vite does not read them. */
const alias = Object.fromEntries(
	["app", "worker", "durable-objects", "tests"].map((folder) => [
		`#${folder}`,
		fileURLToPath(new URL(`../${folder}`, import.meta.url)),
	]),
);

/** unit: beside the code, no runtime. workerd: the services on real D1, R2, queues and Durable Objects. */
export default defineConfig({
	test: {
		projects: [
			{
				resolve: { alias },
				test: {
					name: "unit",
					include: ["{app,worker,durable-objects}/**/*.test.{ts,tsx}", "tests/architecture.test.ts"],
				},
			},
			{
				resolve: { alias },
				plugins: [
					cloudflareTest({
						main: "./tests/support/services-worker.ts",
						wrangler: { configPath: "./wrangler.toml" },
						miniflare: { bindings },
					}),
				],
				test: {
					name: "workerd",
					include: ["tests/{services,events,durable-objects,database}/**/*.test.ts"],
					setupFiles: ["./tests/support/apply-migrations.ts"],
				},
			},
			{
				resolve: { alias },
				plugins: [
					cloudflareTest({
						main: "./build/index.js",
						wrangler: { configPath: "./wrangler.toml" },
						miniflare: { bindings },
					}),
				],
				test: {
					name: "portal",
					include: ["tests/portal/**/*.test.ts"],
					setupFiles: ["./tests/support/apply-migrations.ts"],
				},
			},
		],
	},
});
