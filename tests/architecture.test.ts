import { globSync, readFileSync } from "node:fs";
import { defineRoutes } from "@remix-run/dev/dist/config/routes.js";
import { expect, test } from "vitest";
import { routes } from "#app/routes.js";
import type { Endpoint } from "#worker/contract/endpoint";

/** A source file and its imports, as paths from the project's root or as package names. */
interface SourceFile {
	path: string;
	code: string;
	imports: string[];
}

const root = new URL("..", import.meta.url).pathname;

/** The modules that the sitemap names. */
const routeModules = new Set(Object.values(routes(defineRoutes)).map(({ file }) => `app/${file}`));

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

const resolveImport = (from: string, specifier: string): string => {
	if (specifier.startsWith("#")) return specifier.slice(1);
	return specifier.startsWith(".") ? new URL(specifier, `file:///${from}`).pathname.slice(1) : specifier;
};

const readSource = (path: string): SourceFile => {
	const code = withoutComments(readFileSync(`${root}${path}`, "utf8"));
	const specifiers = code.matchAll(/\b(?:from\s+|import\s+|import\s*\(\s*)"([^"]+)"/g);
	return { path, code, imports: [...specifiers].map(([, specifier = ""]) => resolveImport(path, specifier)) };
};

const sources = globSync("{app,worker,durable-objects}/**/*.{ts,tsx,js}", { cwd: root })
	.filter((path) => !/\.test\.tsx?$/.test(path))
	.sort()
	.map(readSource);

const inFolder = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`));

/** 'file → import' of every import that a rule forbids. */
const forbidden = (files: readonly SourceFile[], isForbidden: (imported: string, path: string) => boolean) =>
	files.flatMap(({ path, imports }) =>
		imports.filter((imported) => isForbidden(imported, path)).map((imported) => `${path} → ${imported}`),
	);

/** `contract.ts`, or one split by noun: `change.contract.ts`. */
const isContract = (path: string) => /[/.]contract\.ts$/.test(path);

const featureOf = (path: string, folder: string) => new RegExp(`^${folder}/([\\w-]+)/`).exec(path)?.[1];

test("the source files of the project are found", () => {
	expect(sources.length).toBeGreaterThan(100);
	expect(readSource("worker/http/serve.ts").imports).toContain("worker/contract/result");
});

test("1: the portal imports only contracts from the Worker and the Durable Objects", () => {
	const contracts =
		/^(worker\/contract\/[\w./-]+|worker\/services\/[\w-]+\/([\w-]+\.)?contract|durable-objects\/[\w-]+\/contract)$/;
	const isForeign = (imported: string) => /^(worker|durable-objects)\//.test(imported);
	expect(
		forbidden(inFolder("app"), (imported) => isForeign(imported) && !contracts.test(imported)),
		"The portal also runs with its services in another Worker, and its code goes to browsers.",
	).toEqual([]);
});

test("1: contracts import only each other", () => {
	const shared = sources.filter(({ path }) => path.startsWith("worker/contract/") || isContract(path));
	const allowed = /^(valibot|worker\/contract\/.+|worker\/services\/[\w-]+\/([\w-]+\.)?contract)$/;
	// why the exception: both halves read rich text on the server, by one parser.
	const isParser = (imported: string, path: string) => imported === "htmlparser2" && path.endsWith(".server.ts");
	expect(
		forbidden(shared, (imported, path) => !allowed.test(imported) && !isParser(imported, path)),
		"Browsers load contracts: what a contract imports goes to all of them.",
	).toEqual([]);
});

test("1: the services import nothing of the portal", () => {
	// why: the portal and the services meet in these files.
	const composition = ["worker/index.ts", "worker/portal.ts", "worker/handle-page.ts", "worker/fetcher.ts"];
	const services = [...inFolder("worker"), ...inFolder("durable-objects")].filter(
		({ path }) => !composition.includes(path),
	);
	// why the exception: the multipart parser and the portal's framework only have the same authors.
	const portalsOwn = /^app\/|^@remix-run\/(?!multipart-parser$)|^react/;
	expect(
		forbidden(services, (imported) => portalsOwn.test(imported)),
		"The services are an API of their own, which serves other clients without the portal.",
	).toEqual([]);
});

test("2: a feature of the portal imports no other feature, and shared code imports none", () => {
	const isRoutes = (imported: string) => imported.startsWith("app/routes/");
	const isOther = (imported: string, path: string) =>
		isRoutes(imported) && featureOf(`${imported}/`, "app/routes") !== featureOf(path, "app/routes");
	expect(
		forbidden(inFolder("app/routes"), isOther),
		"Features that import each other cannot be understood or changed alone: share through app/list, app/records or app/ui.",
	).toEqual([]);
	const layers = ["app/routes", "app/list|app/records", "app/shell", "app/session|app/api", "app/ui|app/format"];
	const layerOf = (path: string) => layers.findIndex((layer) => new RegExp(`^(${layer})/`).test(path));
	const isHigher = (imported: string, path: string) => {
		const [from, to] = [layerOf(path), layerOf(imported)];
		// why: the shell and the session import each other; together they are the signed-in frame.
		return from >= 2 && to >= 0 && to < Math.min(from, from === 3 ? 2 : from);
	};
	expect(
		[
			...forbidden(
				inFolder("app").filter(({ path }) => layerOf(path) === 1),
				isRoutes,
			),
			...forbidden(inFolder("app"), isHigher),
		],
		"Shared code imports only lower layers, in this order: routes, list and records, shell, session and api, ui and format.",
	).toEqual([]);
});

test("2: a feature has the same name in the portal, the services and the tests", () => {
	const named = (folder: string) => [...new Set(inFolder(folder).map(({ path }) => featureOf(path, folder)))];
	const services = named("worker/services");
	const portalOnly = named("app/routes").filter((feature) => !services.includes(feature));
	expect(portalOnly, "A newcomer finds a feature's service by the name of its screen's folder.").toEqual([]);
	const tested = [
		...new Set(globSync("tests/{services,portal}/*/*.ts", { cwd: root }).map((path) => path.split("/")[2])),
	];
	expect(
		tested.filter((feature) => !services.includes(feature)),
		"A feature's tests are found by its name.",
	).toEqual([]);
});

test("2: no folder holds more than 40 source files", () => {
	const sizes = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf("/")));
	const crowded = [...sizes].filter(([, files]) => files.length > 40).map(([folder]) => folder);
	expect(crowded, "A folder with more files hides each of them.").toEqual([]);
});

/** The code that imports no feature: features register what they add in their `background.ts` and `routes.ts`. */
const kernels = ["contract", "http", "events", "tasks", "sweep", "runs", "records", "imports", "gateways", "database"];

test("3: the kernels import no feature", () => {
	const files = kernels
		.flatMap((kernel) => inFolder(`worker/${kernel}`))
		// why: the demo creates an institution with all its data; nothing of it is deployed.
		.filter(({ path }) => !path.startsWith("worker/database/demo/"));
	expect(
		forbidden(files, (imported) => imported.startsWith("worker/services/")),
		"A kernel that knows a feature cannot serve the next one: features register through background.ts.",
	).toEqual([]);
});

test("4: a service uses another only through its queries, its writes and its contract", () => {
	const services = inFolder("worker/services").filter(({ path }) => path !== "worker/services/app.ts");
	const isIntrusion = (imported: string, path: string) => {
		const feature = featureOf(`${imported}/`, "worker/services");
		if (feature === undefined || feature === featureOf(path, "worker/services")) return false;
		const isDocumented = path.startsWith("worker/services/openapi/") && isContract(`${imported}.ts`);
		return !isDocumented && !/\/([\w-]+\.)?(queries|writes|contract)$/.test(imported);
	};
	expect(
		forbidden(services, isIntrusion),
		"A feature's operations and rules can change without a look at the others as long as these use none of them.",
	).toEqual([]);
});

/** Kernels that read or write a table of their own. */
const kernelsWithSql = ["worker/events/record-audit.ts", "worker/http/authenticate.ts", "worker/http/idempotency.ts"];

test("4: SQL is only in queries, writes, records and the database's own folder", () => {
	const elsewhere = sources.filter(
		({ path }) =>
			!/(^|[/.])(queries|writes|record)\.ts$/.test(path) &&
			!path.startsWith("worker/database/") &&
			!kernelsWithSql.includes(path),
	);
	const why = "Statements are reviewed for scope, plan and writer where they are expected, and nowhere else.";
	expect(
		forbidden(elsewhere, (imported) => /^drizzle-orm|^worker\/database\/schema\//.test(imported)),
		why,
	).toEqual([]);
	const direct = elsewhere.filter(({ code }) => /\bDB\.(prepare|batch|exec)\b/.test(code));
	expect(
		direct.map(({ path }) => path),
		why,
	).toEqual([]);
});

test("4: queries only read", () => {
	const writing = /\.(insert|update|delete)\(|\b(INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b/;
	const queries = sources.filter(({ path }) => /(^|[/.])queries\.ts$/.test(path));
	expect(queries.length).toBeGreaterThan(20);
	expect(
		queries.filter(({ code }) => writing.test(code)).map(({ path }) => path),
		"A query may be batched with others, repeated or dropped: a write in it would be too.",
	).toEqual([]);
});

/** The tables of the schema, by the names of their constants. */
const tables = new Set(
	inFolder("worker/database/schema").flatMap(({ code }) =>
		[...code.matchAll(/export const (\w+) = sqliteTable\(/g)].map(([, name = ""]) => name),
	),
);

const constantOf = (table: string) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The table of a record, which `worker/records` writes for the feature that declares it. */
const declaredTable = /\bdefineRecord\(\{[\s\S]*?\btable: (\w+)/g;

const builtWrites = /\.(?:insert|update|delete)\(\s*(\w+)|\binsertFrom\(\s*[\w.]+,\s*(\w+)/g;

/** Returns the tables that a file inserts into, updates or deletes from, by the query builder or in SQL. */
const writtenTables = (code: string): string[] => [
	...[...code.matchAll(builtWrites)]
		.map(([, built, selected]) => built ?? selected ?? "")
		.filter((name) => tables.has(name)),
	...[...code.matchAll(/\b(?:INSERT INTO|DELETE FROM|UPDATE) "?([a-z]\w*)"?/g)].map(([, name = ""]) =>
		constantOf(name),
	),
];

/** Writes demo data before any user exists. */
const writesAnything = /^worker\/(database\/(demo|schema|migrations)|local)\//;

const writers = [...inFolder("worker"), ...inFolder("durable-objects")].filter(
	({ path }) => !writesAnything.test(path),
);

/** Writes the event of every commit, with the counts that its CHECK compares. */
const commits = "worker/database/commit.ts";

test("4: the writes of one folder own a table, so that the rules for its rows are in one place", () => {
	const folders = new Map<string, Set<string>>();
	for (const { path, code } of writers.filter(({ path }) => path !== commits)) {
		const folder = path.slice(0, path.lastIndexOf("/"));
		const declared = [...code.matchAll(declaredTable)].map(([, name = ""]) => name);
		for (const table of [...writtenTables(code), ...declared])
			folders.set(table, (folders.get(table) ?? new Set()).add(folder));
	}
	expect(folders.size).toBeGreaterThan(30);
	const shared = [...folders].filter(([, of]) => of.size > 1).map(([table, of]) => `${table}: ${[...of].join(", ")}`);
	expect(shared, "A rule for rows is kept only where every statement that writes them is in sight.").toEqual([]);
	const elsewhere = writers.filter(
		({ path, code }) =>
			!/(^|[/.])writes\.ts$/.test(path) &&
			![...kernelsWithSql, commits].includes(path) &&
			writtenTables(code).length > 0,
	);
	expect(
		elsewhere.map(({ path }) => path),
		"Writes are found in files named for them.",
	).toEqual([]);
});

/** Files that read applicants by what they are given: who gives it has kept to the scope of the request. */
const readsWhatIsGiven: Record<string, readonly string[]> = {
	"the applicant, form or merge in the path, which the HTTP kernel has checked (worker/http/subjects.queries.ts)": [
		"applicants/change",
		"applicants/changes",
		"emails/emails",
		"forms/",
		"forms/edit",
		"transactions/",
		"duplicates/merges",
		"privacy/personal-data",
	],
	"the application in the path, of which it learns only whether it has applicants": ["applications/references"],
	"the reviewer in the path, of whom it learns only whether they have applicants": ["assignments/reviewers"],
	"the courses that an upload added, of which it learns only whether they have applicants": ["courses/uploads"],
	"a compiled filter, or rows that one has selected": [
		"applicants/everywhere",
		"applicants/facts",
		"applicants/filter",
		"applicants/neighbours",
		"applicants/ranked",
		"applicants/row",
		"applicants/seqs",
		"applicants/sorted",
	],
};

test("4: code that reads applicants keeps to the scope of the request, or is given applicants within it", () => {
	const given = Object.values(readsWhatIsGiven)
		.flat()
		.map((name) => `worker/services/${name.endsWith("/") ? `${name}queries` : `${name}.queries`}.ts`);
	const reading = inFolder("worker/services").filter(
		({ path, code }) =>
			/queries\.ts$/.test(path) &&
			/\b(FROM|JOIN)\s+(applicants\b|\$\{applicants\})|(from|[jJ]oin)\(applicants\b|\b(FROM|JOIN)\s+applicant_counts\b|from\(applicantCounts\b/.test(
				code,
			),
	);
	expect(reading.length).toBeGreaterThan(20);
	const unscoped = reading.filter(({ imports }) => !imports.includes("worker/database/scope")).map(({ path }) => path);
	expect(unscoped.sort(), "Take ctx.scope into the statement (worker/database/scope.ts), or say who has.").toEqual(
		given.sort(),
	);
});

test("4: only the kernel makes a scope", () => {
	const features = [...inFolder("worker/services"), ...inFolder("worker/runs")];
	const why = "A feature that makes a scope decides who sees what, which is decided once, with the request.";
	expect(
		forbidden(features, (imported) => imported.startsWith("worker/http/places")),
		why,
	).toEqual([]);
	expect(
		features.filter(({ code }) => /\bas Scope\b/.test(code)).map(({ path }) => path),
		why,
	).toEqual([]);
});

test("4: a write names its table literally, so that the former rule can check it", () => {
	const files = writers.filter(
		({ path, imports }) =>
			path !== "worker/database/insert-from.ts" &&
			imports.some((imported) => imported.startsWith("worker/database/schema/")),
	);
	const unnamed = files.flatMap(({ path, code }) =>
		[...code.matchAll(builtWrites)]
			.filter(([, built, selected]) => !tables.has(built ?? selected ?? ""))
			.map(([call]) => `${path}: ${call}`),
	);
	expect(unnamed, "A table passed as a parameter hides its writer from the rule above.").toEqual([]);
});

test("4: an INSERT … SELECT names its columns, so that no two values can be swapped unnoticed", () => {
	const positional = /\.insert\([^;]*?\)\s*\.select\(|\bINSERT INTO "?\w+"?\s*SELECT\b/;
	const files = writers.filter(({ path }) => path !== "worker/database/insert-from.ts");
	expect(
		files.filter(({ code }) => positional.test(code)).map(({ path }) => path),
		"By position, a swap of two text columns is noticed by nobody: use insertFrom.",
	).toEqual([]);
});

test("4: only the gateways and the Fetcher use the network", () => {
	const elsewhere = inFolder("worker").filter(
		({ path }) => !/^worker\/(gateways|local)\/|^worker\/fetcher\.ts$/.test(path),
	);
	// why: a method named fetch, which every Worker has, is defined with a body and belongs to an object.
	const calls = /(?<![.\w])(?:globalThis\.)?fetch\((?![^()]*\)\s*(?::[^={]+)?\{)/;
	expect(
		elsewhere.filter(({ code }) => calls.test(code)).map(({ path }) => path),
		"Gateways have the timeouts, the limits and the checks of addresses that every call needs.",
	).toEqual([]);
});

test("4: only the HTTP kernel and the route tables use Hono", () => {
	const elsewhere = sources.filter(({ path }) => !path.startsWith("worker/http/") && !/(^|[/.])routes\.ts$/.test(path));
	expect(
		forbidden(elsewhere, (imported) => /^hono(\/|$)/.test(imported)),
		"A handler that has Hono's context can pass by what serve checks.",
	).toEqual([]);
});

test("4: nothing of a request is kept longer than the request: no runtime object is a key, no object gets getters as it is made", () => {
	const ofRuntime = /new Weak(Map|Set)<(Request|Response|Headers|URL|AbortSignal|ExecutionContext)\b/;
	const hasGetter = /(\bget \w+\(\)|defineProperty\()/;
	const keeping = sources
		.filter(({ path }) => !path.startsWith("worker/local/"))
		.filter(({ code }) => ofRuntime.test(code) || (hasGetter.test(code) && !/\bclass \w+/.test(code)));
	expect(
		keeping.map(({ path }) => path),
		"V8 keeps what hangs on these until it collects everything (worker/http/README.md).",
	).toEqual([]);
	const { code = "" } = sources.find(({ path }) => path === "worker/index.ts") ?? {};
	expect(code, "The runtime's own context is no key either.").toContain("requestScope(runtime)");
});

test("5: operations and rules use no Request and no Response", () => {
	const operations = inFolder("worker/services").filter(({ path }) => !/(^|[/.])(routes|contract)\.ts$/.test(path));
	const knowing = operations.filter(({ code }) =>
		/\bnew (Request|Response)\b|\b(Request|Response)\.|[:<|] ?(Request|Response)\b(?!Context)/.test(code),
	);
	expect(
		knowing.map(({ path }) => path),
		"An operation is also called by tasks and events, which have neither.",
	).toEqual([]);
});

test("6: one file of the portal names permissions, so that a screen requires what its endpoints require", () => {
	const written = /"[a-z]+:[crud]"|\banyOf\(|\bholdsAny\(|from "#worker\/contract\/permissions"/;
	// why the matrix too: it draws every privilege, and requires none.
	const naming = ["app/session/may-call.ts", "app/records/privilege-matrix.tsx"];
	const files = inFolder("app").filter(({ path }) => !naming.includes(path));
	expect(
		files.filter(({ code }) => written.test(code)).map(({ path }) => path),
		"A permission that is written twice is changed once: take it from the endpoints that the screen calls.",
	).toEqual([]);
});

/** why: it imports a server module, which is empty in the browser, and loads the module there itself. */
const drawnLater = "app/ui/drawn-later";

test("6: only route modules, server modules and deferred components import server modules", () => {
	const mayReachBrowser = inFolder("app").filter(
		({ path, imports }) =>
			!/\.server(\.|$)/.test(path) &&
			!imports.includes(drawnLater) &&
			!/^app\/(root|entry\.server|load-context)\./.test(path) &&
			!routeModules.has(path),
	);
	const valueImports = mayReachBrowser.map((file) => ({
		...file,
		imports: readSourceOf(file.code.replace(/import type [^;]+;/g, ""), file.path),
	}));
	expect(
		forbidden(valueImports, (imported) => imported.endsWith(".server")),
		"Server modules are empty in the browser, where the import would be undefined.",
	).toEqual([]);
});

const readSourceOf = (code: string, path: string): string[] =>
	[...code.matchAll(/\bfrom\s*"([^"]+)"/g)].map(([, specifier = ""]) => resolveImport(path, specifier));

test("no two files import each other's values", () => {
	const paths = new Map(sources.map(({ path }) => [path.replace(/\.(tsx?|js)$/, ""), path]));
	const valuesOf = ({ path, code }: SourceFile) => {
		const values = code.replace(
			/import type [^;]+;|import \{(\s*type \w+( as \w+)?,?)+\s*\} from [^;]+;|export type [^;]+;/g,
			"",
		);
		return readSourceOf(values, path).flatMap((imported) => paths.get(imported) ?? []);
	};
	const imports = new Map(sources.map((file) => [file.path, valuesOf(file)]));
	const circles = new Set<string>();
	const done = new Set<string>();
	const walk = (path: string, trail: readonly string[]) => {
		if (trail.includes(path)) circles.add([...trail.slice(trail.indexOf(path))].sort().join(" ↔ "));
		else if (!done.has(path)) {
			for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
			done.add(path);
		}
	};
	for (const path of imports.keys()) walk(path, []);
	expect([...circles], "Which of them is evaluated first decides whether the other one's values are there.").toEqual(
		[],
	);
});

test("every file and folder has a meaningful name, and no index file only re-exports", () => {
	const meaningless = /(^|\/)(utils?|helpers?|lib|common|misc|services?|types?)(\.[\w.]+)?$/;
	const paths = sources.flatMap(({ path }) => [path, path.slice(0, path.lastIndexOf("/"))]);
	const allowed = "worker/services";
	expect(
		[...new Set(paths)].filter((path) => path !== allowed && meaningless.test(path)),
		"Such a name says nothing of what is in it, so everything ends up there.",
	).toEqual([]);
	const indexes = sources.map(({ path }) => path).filter((path) => /(^|\/)index\.tsx?$/.test(path));
	expect(
		indexes.filter((path) => path !== "worker/index.ts"),
		"An import through an index does not say where a thing is.",
	).toEqual([]);
});

/** The tests and their support too: a reader meets the same words there. */
const named = globSync("{app,worker,durable-objects,tests}/**/*.{ts,tsx,js,mjs}", { cwd: root }).filter(
	// why not itself: the rule has to name the words.
	(path) => !path.includes("/dist/") && path !== "tests/architecture.test.ts",
);

/** Words that this project does not use, and the word of the field that it does. */
const replacedWords: Record<string, string> = {
	answerOnce: "withIdempotency",
	answerProblem: "problemResponse",
	gatherReads: "batchReads",
	giveUpDue: "failDue",
	GoOnChoice: "a name that says what it offers",
	hearBody: "drainBody",
	hearOut: "drainBody",
	heldUntil: "sendAfter",
	hold_seconds: "undo_window_seconds",
	inLanes: "concurrently",
	knowApplicants: "backfillIdentityKeys",
	knowsRepeats: "ownsIdempotency",
	lanes: "concurrency",
	letOthersIn: "yieldToEventLoop",
	mailRoom: "a fixture's name that ends in Fixture",
	Mover: "ApplicantState",
	noteDone: "markCompleted",
	openDesk: "a fixture's name that ends in Fixture",
	pairDesk: "a fixture's name that ends in Fixture",
	patience: "timeout, or maxMicrotasks",
	patienceMs: "timeoutMs",
	sliceRunner: "prepareSlices",
	stageRoom: "a fixture's name that ends in Fixture",
	takers: "ApplicantState",
	told_apart: "dismissed_pairs",
	toldApart: "notDuplicates",
	toldBefore: "describeMessages",
	workOff: "runTask",
	writeTrouble: "writeOutage",
};

/** Names of files that say nothing of what is in them, and of former names. */
const replacedFiles =
	/\/(said|needs|chosen|choose|go-on-choice|put-away|take-back|stand-in|ground|moments|smtp-letter|hear-out|let-others-in|work-off|problem-answer|in-lanes)(\.[\w.]+)?$/;

test("names use the field's word for a thing, and one word for it everywhere", () => {
	const strings = /(["'`])(?:\\.|(?!\1)[^\\])*?\1/g;
	const used = named.flatMap((path) => {
		const code = withoutComments(readFileSync(`${root}${path}`, "utf8")).replace(strings, "");
		const words = new Set(code.match(/\b[A-Za-z_]+\b/g));
		return Object.entries(replacedWords).flatMap(([word, better]) =>
			words.has(word) ? [`${path}: ${word} → ${better}`] : [],
		);
	});
	expect(used, "A reader knows the field's word; a word of our own has to be explained in each place.").toEqual([]);
	expect(
		named.filter((path) => replacedFiles.test(path)),
		"A file is found by a name that says what is in it.",
	).toEqual([]);
});

test("the API's descriptions are written as a native writer would", () => {
	const stiff = /\b(what became of|whoever|good no more|told of|whom|of who|to who)\b(?! reports can be sent)/i;
	const texts = sources
		.filter(({ path }) => isContract(path) || path.startsWith("worker/contract/"))
		.flatMap(({ path, code }) =>
			[...code.matchAll(/(["`])((?:(?!\1).)+)\1/g)].map(([, , text = ""]) => `${path}: ${text}`),
		);
	expect(texts.length).toBeGreaterThan(1_000);
	expect(
		texts.filter((text) => stiff.test(text)),
		"Developers of other institutions read them at /api/docs, and should not have to read a sentence twice.",
	).toEqual([]);
});

test("an applicant filter is compiled in one file, so that a list, its counts and a bulk action mean the same", () => {
	const compiling = inFolder("worker")
		.filter(({ code }) => /\bcompileFilter = |\bcompileFacts\(/.test(code))
		.map(({ path }) => path);
	expect(compiling, "A second compilation has to agree with the first by hand, for every key.").toEqual([
		"worker/services/applicants/filter.queries.ts",
	]);
	const schemas = [...inFolder("app"), ...inFolder("worker")]
		.filter(({ code }) => /\badministrationLevelItemIds: (described\(|v\.)/.test(code))
		.map(({ path }) => path);
	expect(schemas, "A second schema of the filter forgets the next key.").toEqual([
		"worker/contract/applicant-filter.ts",
	]);
});

test("a stage change is one schema, which the endpoints, the dialogs and the tasks spread", () => {
	const schemas = [...inFolder("app"), ...inFolder("worker")]
		.filter(({ code }) => /\bdoNotNotify: v\.optional\(/.test(code))
		.map(({ path }) => path);
	expect(schemas, "A new part of the change would be an edit in each of them, and one would be forgotten.").toEqual([
		"worker/services/stage-changes/change.contract.ts",
	]);
});

test("the services serve every contract", () => {
	const contracts = inFolder("worker/services").filter(({ path }) => isContract(path));
	expect(contracts.length).toBeGreaterThan(10);
	const unserved = contracts.flatMap(({ path, code }) => {
		const folder = path.slice(0, path.lastIndexOf("/") + 1);
		const tables = sources.filter((file) => file.path.startsWith(folder) && file.path.endsWith("routes.ts"));
		return [...code.matchAll(/export const (\w+) = defineEndpoint\(/g)]
			.map(([, name = ""]) => name)
			.filter(
				(name) => !tables.some((table) => new RegExp(`serve\\(\\s*app,\\s*(\\w+\\.)?${name}\\b`).test(table.code)),
			)
			.map((name) => `${path}: ${name}`);
	});
	expect(unserved, "The API's documentation is made of the contracts: it would describe what answers 404.").toEqual([]);
});

test("every signed-in page declares the topics that it shows", () => {
	const manifest = routes(defineRoutes);
	const isInShell = (id: string | undefined): boolean =>
		id !== undefined && (id === "shell" || isInShell(manifest[id]?.parentId));
	const pages = Object.values(manifest).filter(({ id }) => isInShell(id));
	expect(pages.length).toBeGreaterThan(40);
	const undeclared = pages.filter(({ file }) => {
		const { code } = readSource(`app/${file}`);
		// why: no notice makes the page load data again whose topic it does not declare, and nobody would notice that
		// it is missing.
		return /\bconst loader\b/.test(code) && !/\bshows(Records)?(<[^(]*>)?\(/.test(code);
	});
	expect(
		undeclared.map(({ file }) => file),
		"An open page without topics is never told to read its data again.",
	).toEqual([]);
});

test("every dialog and every tab over a page has a title of its own", () => {
	/** The first tab of an applicant, whose title is the applicant's own. */
	const ofItsPage = "routes/applicants/sheet.information.tsx";
	const untitled = Object.values(routes(defineRoutes))
		.filter(
			({ parentId = "root", index, file }) => !["root", "shell"].includes(parentId) && !index && file !== ofItsPage,
		)
		.filter(({ file }) => {
			const { code } = readSource(`app/${file}`);
			const isPage = /^export (default\b|\{[^}]*\bdefault\b)/m.test(code);
			return isPage && !/^export (const meta\b|\{[^}]*\bmeta\b)/m.test(code);
		});
	expect(untitled.map(({ file }) => file)).toEqual([]);
});

test("the sitemap contains every route module", () => {
	const modules = inFolder("app/routes").filter(({ code }) =>
		/^export (default|const (loader|action)\b|(async )?function (loader|action)\b)/m.test(code),
	);
	const lost = modules.filter(({ path }) => !routeModules.has(path));
	expect(
		lost.map(({ path }) => path),
		"No address leads to a route module that the sitemap does not name.",
	).toEqual([]);
});

/** The parts of a valibot schema that the walk reads. */
interface AnySchema {
	kind: string;
	type: string;
	pipe?: readonly AnySchema[];
	entries?: Record<string, AnySchema>;
	options?: readonly AnySchema[];
	items?: readonly AnySchema[];
	item?: AnySchema;
	wrapped?: AnySchema;
	key?: AnySchema;
	value?: AnySchema;
	rest?: AnySchema;
	getter?: (input: unknown) => AnySchema;
}

/** Returns the schemas that a schema consists of, each with its place in it. */
const partsOf = (schema: AnySchema): [place: string, AnySchema][] => [
	...(schema.pipe ?? []).filter((part) => part !== schema && part.kind === "schema").map(at("")),
	...Object.entries(schema.entries ?? {}).map(([name, part]): [string, AnySchema] => [`.${name}`, part]),
	...(schema.type === "picklist" ? [] : (schema.options ?? [])).map(at("|")),
	...(schema.items ?? []).map(at("[]")),
	...[schema.item].flatMap((part) => part ?? []).map(at("[]")),
	...[schema.wrapped, schema.rest].flatMap((part) => part ?? []).map(at("")),
	...(schema.type === "record" ? [schema.key, schema.value] : []).flatMap((part) => part ?? []).map(at("{}")),
	...(schema.getter ? [schema.getter(undefined)] : []).map(at("")),
];
const at =
	(place: string) =>
	(part: AnySchema): [string, AnySchema] => [place, part];

/** Returns the places of the objects in a schema that accept unknown keys. */
const looseObjects = (schema: AnySchema, place: string): string[] => [
	...(["object", "loose_object", "object_with_rest"].includes(schema.type) ? [place] : []),
	...partsOf(schema).flatMap(([name, part]) => looseObjects(part, place + name)),
];

/** The further keys of these bodies are ids of form fields; those that the form does not have are refused. */
const answersByField = ["POST /forms body.data", "PUT /forms/:id body.data"];

test("a request is strict at every depth: a misspelt key is refused by name, and never widens the change", async () => {
	const contracts = inFolder("worker/services").filter(({ path }) => isContract(path));
	const modules = await Promise.all(
		contracts.map(({ path }): Promise<Record<string, unknown>> => import(/* @vite-ignore */ `${root}${path}`)),
	);
	const endpoints = modules
		.flatMap((module) => Object.values(module))
		.filter(
			(exported): exported is Endpoint => typeof exported === "object" && exported !== null && "method" in exported,
		);
	expect(endpoints.length).toBeGreaterThan(100);
	const loose = endpoints.flatMap((endpoint) =>
		(["params", "query", "body"] as const).flatMap((part) => {
			const schema = endpoint[part];
			const name = `${endpoint.method} ${endpoint.path} ${part}`;
			return schema ? looseObjects(schema as unknown as AnySchema, name) : [];
		}),
	);
	expect(
		[...new Set(loose)].sort(),
		"An unknown key that is ignored may be a misspelt filter, and the change reaches everybody.",
	).toEqual(answersByField);
});
