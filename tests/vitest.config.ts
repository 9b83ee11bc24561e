import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("worker/database/migrations");

const settings = {
	ENVIRONMENT: "test",
	SECRET: "a secret that only the tests know, 32+",
	CLIENT_SECRET: "client secret of the tests",
	PORTAL_ORIGIN: "https://portal.test",
	PASSWORD_COST: "1024",
};
const bindings = {
	...settings,
	/** Nothing is there: tests/portal/auth/google.test.ts stands in for it. */
	AUTH_SERVICE_URL: "https://auth.test/api",
	TEST_MIGRATIONS: migrations,
};

/** why: the aliases of tsconfig.json; vite does not read them. */
const alias = Object.fromEntries(
	["app", "worker", "durable-objects", "tests"].map((folder) => [
		`#${folder}`,
		fileURLToPath(new URL(`../${folder}`, import.meta.url)),
	]),
);

/** What `npm run build` makes: the portal and the services in one Worker. */
const builtWorker = "./build/index.js";

/** The same as it is deployed: every package in it. */
const bundledWorker = "./.cache/bundle/index.js";

/** The services in a Worker of their own, reached over the network. Its bindings have the names of wrangler.toml. */
const servicesWorker = {
	name: "services",
	modules: true,
	scriptPath: bundledWorker,
	compatibilityDate: "2026-11-01",
	compatibilityFlags: ["nodejs_compat"],
	bindings: settings,
	d1Databases: { DB: "matricula-local" },
	r2Buckets: { FILES: "matricula-files" },
	queueProducers: { EVENTS: "matricula-events", JOBS: "matricula-jobs" },
	durableObjects: { NOTIFICATION_HUB: { className: "NotificationHub", useSQLite: true } },
};

/**
 * One of each kind that has to travel to services elsewhere: a session's renewal, a page, a change with its refusals, a
 * form with files, a file and ranges of it, a public page. why not all: what the portal makes of an answer is the same.
 */
const carried = ["auth/refresh", "applicants/{list,change-stage,edit-form,attached-file}", "referees/answer"];

type PoolOptions = Exclude<Parameters<typeof cloudflareTest>[0], (...args: never[]) => unknown>;

/** why: starting a runtime takes longer than most files; they share one, and each begins with empty tables. */
const sharedRuntime = {
	isolate: false,
	// why: some draw pages and move thousands, and two files run at a time on whatever cores there are.
	testTimeout: 20_000,
	setupFiles: ["./tests/support/apply-migrations.ts"],
};

/** The portal as it is built, in one of the arrangements of its services. */
const portalProject = (
	name: string,
	{ include, miniflare }: { include: string[]; miniflare: PoolOptions["miniflare"] },
) => ({
	resolve: { alias },
	plugins: [cloudflareTest({ main: builtWorker, wrangler: { configPath: "./wrangler.toml" }, miniflare })],
	test: { name, include, ...sharedRuntime },
});

/**
 * unit: beside the code, no runtime. workerd: the services on real D1, R2, queues and Durable Objects.
 * portal: the built Worker over HTTP, its services within it. portal-remote: what has to travel, with the services behind
 * SERVICES_URL. Both need a build.
 */
export default defineConfig({
	test: {
		// why: one worker would leave a core idle.
		maxWorkers: 2,
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
					globalSetup: ["./tests/support/mail-server.setup.ts"],
					...sharedRuntime,
				},
			},
			portalProject("portal", { include: ["tests/portal/**/*.test.ts"], miniflare: { bindings } }),
			portalProject("portal-remote", {
				include: [`tests/portal/{${carried.join()}}.test.ts`, "tests/remote-services.test.ts"],
				miniflare: {
					bindings: { ...bindings, SERVICES_URL: "http://services.test" },
					// why: everything the portal fetches goes to the other Worker, whose data is the same.
					outboundService: servicesWorker.name,
					workers: [servicesWorker],
				},
			}),
		],
	},
});
