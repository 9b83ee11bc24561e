import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { RemoteProxyConnectionString } from "miniflare";
import { defineConfig } from "vitest/config";
import { makeCertificate } from "./support/certificate.ts";

/**
 * The certificate of the mail servers that tests start. why before the runtime: it reads the trusted certificates
 * when it is loaded.
 */
const certificate = makeCertificate("localhost");
const trusted = fileURLToPath(new URL("../.cache/trusted-by-tests.pem", import.meta.url));
mkdirSync(fileURLToPath(new URL("../.cache", import.meta.url)), { recursive: true });
writeFileSync(trusted, certificate.cert);
process.env.NODE_EXTRA_CA_CERTS = trusted;
const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");

const migrations = await readD1Migrations("worker/database/migrations");

/** Returns a free port. why chosen here: the runtime's variables are set before the servers of tests start. */
const freePort = () =>
	new Promise<number>((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() =>
				address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
			);
		});
	});
/** Each project starts stand-ins of the payment platforms of its own. */
const providersPorts = { workerd: await freePort(), portal: await freePort() };
const modelProviderPort = await freePort();
/** why remote: the runtime's own code of the binding runs, and what it sends goes to the stand-in. */
const workersAi = {
	binding: "AI",
	remoteProxyConnectionString: new URL(
		`http://127.0.0.1:${modelProviderPort}/workers-ai`,
	) as RemoteProxyConnectionString,
};
const providersAt = (port: number) => ({ PAYMENT_PROVIDERS_ORIGIN: `http://127.0.0.1:${port}` });
const providersSetup = "./tests/support/payment-providers.setup.ts";

const settings = {
	ENVIRONMENT: "test",
	SECRET: "a secret that only the tests know, 32+",
	CLIENT_SECRET: "client secret of the tests",
	PORTAL_ORIGIN: "https://portal.test",
	PASSWORD_COST: "1024",
	SMS_TRANSPORT: "outbox",
};
const bindings = {
	...settings,
	/** No server listens there: tests/portal/auth/google.test.ts responds in its place. */
	AUTH_SERVICE_URL: "https://auth.test/api",
	TEST_MIGRATIONS: migrations,
};

/** why: vite does not read the aliases of tsconfig.json. */
const alias = Object.fromEntries(
	["app", "worker", "durable-objects", "tests"].map((folder) => [
		`#${folder}`,
		fileURLToPath(new URL(`../${folder}`, import.meta.url)),
	]),
);

/** Tests of the files of the repository, which need Node. */
const ofTheTree = ["tests/architecture.test.ts", "tests/readme.test.ts", "tests/secrets.test.ts"];

/** The output of `npm run build`: the portal and the services in one Worker. */
const builtWorker = "./build/index.js";

/** The same Worker with every package included, as it is deployed. */
const bundledWorker = "./.cache/bundle/index.js";

/**
 * The Worker of wrangler.toml without consumers of its queues: tests deliver messages themselves. why: the pool has
 * to load the Worker for each message, and a message that arrives while the last file ends fails a run in which all
 * tests passed.
 */
const worker = {
	compatibilityDate: "2026-11-01",
	compatibilityFlags: ["nodejs_compat"],
	d1Databases: { DB: "matricula-local" },
	r2Buckets: { FILES: "matricula-files" },
	queueProducers: { EVENTS: "matricula-events", JOBS: "matricula-jobs", ERRANDS: "matricula-errands" },
	durableObjects: { NOTIFICATION_HUB: { className: "NotificationHub", useSQLite: true } },
};

/** The services in a Worker of their own, reached over the network. */
const servicesWorker = { ...worker, name: "services", modules: true, scriptPath: bundledWorker, bindings: settings };

/**
 * One test file for each kind of call to remote services: a session's renewal, a page, a change with its refusals, a
 * form with files, a file and its ranges, a public page. why not all: the portal treats their responses alike.
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
// why: Vitest ignores a path that matches nothing, so a moved file would no longer run.
const missing = remoteTests.filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`No such tests: ${missing.join(", ")}`);

type PoolOptions = Exclude<Parameters<typeof cloudflareTest>[0], (...args: never[]) => unknown>;

/** why so long: some tests load a demo, draw pages or change thousands of rows, on a machine that may be busy. */
const testTimeout = 120_000;

/** why: starting a runtime takes longer than most files; they share one, and each begins with empty tables. */
const sharedRuntime = { isolate: false, testTimeout, hookTimeout: testTimeout };
const setupFiles = ["./tests/support/apply-migrations.ts"];

/** What a project's tests have besides their runtime. */
interface ProjectTests {
	globalSetup?: string[];
	provide?: { paymentProvidersPort: number };
}

/**
 * Gives the built Worker to the runtime without a source map. why: it goes there as one message of at most 32 MiB,
 * which file and map together exceed.
 */
const withoutSourceMap = {
	name: "without-source-map",
	transform: (code: string, id: string) =>
		id === fileURLToPath(new URL(`../${builtWorker}`, import.meta.url))
			? { code, map: { mappings: "" as const } }
			: undefined,
};

/** Runs the built portal with one arrangement of its services. */
const portalProject = (
	name: string,
	{ include, miniflare, ...more }: { include: string[]; miniflare: PoolOptions["miniflare"] } & ProjectTests,
) => ({
	resolve: { alias },
	plugins: [cloudflareTest({ main: builtWorker, miniflare: { ...worker, ...miniflare } }), withoutSourceMap],
	test: { name, include, setupFiles, ...sharedRuntime, ...more },
});

/**
 * unit: beside the code, no runtime. workerd: the services on real D1, R2, queues and Durable Objects. portal: the
 * built Worker over HTTP, its services within it. portal-remote: one test of each kind of call, with the services
 * behind SERVICES_URL. Both need a build.
 */
export default defineConfig({
	test: {
		// why: one worker would leave a core unused.
		maxWorkers: 2,
		projects: [
			{
				resolve: { alias },
				test: {
					name: "unit",
					testTimeout,
					include: ["{app,worker,durable-objects}/**/*.test.{ts,tsx}", ...ofTheTree],
				},
			},
			{
				resolve: { alias },
				plugins: [
					cloudflareTest({
						main: "./tests/support/services-worker.ts",
						miniflare: {
							...worker,
							ai: workersAi,
							bindings: { ...bindings, ...providersAt(providersPorts.workerd) },
						},
					}),
				],
				test: {
					name: "workerd",
					// why: everything else, so that no new folder is left out.
					include: ["tests/**/*.test.ts"],
					exclude: ["tests/portal/**", "tests/remote-services.test.ts", "tests/streamed-pages.test.ts", ...ofTheTree],
					globalSetup: ["./tests/support/mail-server.setup.ts", providersSetup],
					provide: { certificate, modelProviderPort, paymentProvidersPort: providersPorts.workerd },
					...sharedRuntime,
					setupFiles: [...setupFiles, "./tests/support/query-plans.setup.ts"],
				},
			},
			portalProject("portal", {
				include: ["tests/portal/**/*.test.ts"],
				miniflare: { bindings: { ...bindings, ...providersAt(providersPorts.portal) } },
				globalSetup: [providersSetup],
				provide: { paymentProvidersPort: providersPorts.portal },
			}),
			portalProject("portal-remote", {
				include: remoteTests,
				miniflare: {
					bindings: { ...bindings, SERVICES_URL: "http://services.test" },
					// why: every request of the portal goes to the other Worker, which has the same data.
					outboundService: servicesWorker.name,
					workers: [servicesWorker],
				},
			}),
		],
	},
});
