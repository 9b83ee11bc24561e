import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { makeCertificate } from "./support/certificate.ts";

/** That of the mail servers which tests start. why before the runtime: it reads whom to trust when it is loaded. */
const certificate = makeCertificate("localhost");
const trusted = fileURLToPath(new URL("../.cache/trusted-by-tests.pem", import.meta.url));
mkdirSync(fileURLToPath(new URL("../.cache", import.meta.url)), { recursive: true });
writeFileSync(trusted, certificate.cert);
process.env.NODE_EXTRA_CA_CERTS = trusted;
const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");

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

/**
 * The Worker of wrangler.toml with nobody taking from its queues: tests deliver messages themselves. why: the pool has to
 * load the Worker for each message, and one that comes while the last file ends fails a run in which all tests passed.
 */
const worker = {
	compatibilityDate: "2026-11-01",
	compatibilityFlags: ["nodejs_compat"],
	d1Databases: { DB: "matricula-local" },
	r2Buckets: { FILES: "matricula-files" },
	queueProducers: { EVENTS: "matricula-events", JOBS: "matricula-jobs" },
	durableObjects: { NOTIFICATION_HUB: { className: "NotificationHub", useSQLite: true } },
};

/** The services in a Worker of their own, reached over the network. */
const servicesWorker = { ...worker, name: "services", modules: true, scriptPath: bundledWorker, bindings: settings };

/**
 * One test file of each kind of call that has to reach services elsewhere: a session's renewal, a page, a change with its
 * refusals, a form with files, a file and its ranges, a public page. why not all: the portal treats their responses alike.
 */
const remoteTests = [
	"tests/remote-services.test.ts",
	"tests/streamed-pages.test.ts",
	"tests/portal/auth/refresh.test.ts",
	"tests/portal/applicants/list.test.ts",
	"tests/portal/stage-changes/change-stage.test.ts",
	"tests/portal/forms/edit-form.test.ts",
	"tests/portal/attachments/attached-file.test.ts",
	"tests/portal/referees/answer.test.ts",
];
// why: Vitest passes over a path that matches nothing, so a file that moves would no longer be run.
const missing = remoteTests.filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`No such tests: ${missing.join(", ")}`);

type PoolOptions = Exclude<Parameters<typeof cloudflareTest>[0], (...args: never[]) => unknown>;

/** why so long: some load a demo, draw pages or move thousands, on a machine that may have other work. */
const testTimeout = 120_000;

/** why: starting a runtime takes longer than most files; they share one, and each begins with empty tables. */
const sharedRuntime = { isolate: false, testTimeout, hookTimeout: testTimeout };
const setupFiles = ["./tests/support/apply-migrations.ts"];

/** The portal as it is built, in one of the arrangements of its services. */
const portalProject = (
	name: string,
	{ include, miniflare }: { include: string[]; miniflare: PoolOptions["miniflare"] },
) => ({
	resolve: { alias },
	plugins: [cloudflareTest({ main: builtWorker, miniflare: { ...worker, ...miniflare } })],
	test: { name, include, setupFiles, ...sharedRuntime },
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
					testTimeout,
					include: ["{app,worker,durable-objects}/**/*.test.{ts,tsx}", "tests/architecture.test.ts"],
				},
			},
			{
				resolve: { alias },
				plugins: [
					cloudflareTest({
						main: "./tests/support/services-worker.ts",
						miniflare: { ...worker, bindings },
					}),
				],
				test: {
					name: "workerd",
					// why: everything else, so that no new folder is left out.
					include: ["tests/**/*.test.ts"],
					exclude: [
						"tests/portal/**",
						"tests/remote-services.test.ts",
						"tests/streamed-pages.test.ts",
						"tests/architecture.test.ts",
					],
					globalSetup: ["./tests/support/mail-server.setup.ts"],
					provide: { certificate },
					...sharedRuntime,
					setupFiles: [...setupFiles, "./tests/support/query-plans.setup.ts"],
				},
			},
			portalProject("portal", { include: ["tests/portal/**/*.test.ts"], miniflare: { bindings } }),
			portalProject("portal-remote", {
				include: remoteTests,
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
