import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { plainDatabase } from "#tests/support/statements";
import type { Endpoint } from "#worker/contract/endpoint";
import { allPermissions } from "#worker/contract/permissions";
import { apiKeys } from "#worker/database/schema/api-keys";
import { letters } from "#worker/database/schema/applicants";
import { applicationGroupItems, applicationGroups } from "#worker/database/schema/applications";
import { merges } from "#worker/database/schema/duplicates";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { attachments } from "#worker/database/schema/forms";
import { reasons } from "#worker/database/schema/reasons";
import { notifications, outboxMails, tasks } from "#worker/database/schema/records";
import { runs } from "#worker/database/schema/runs";
import { savedViews } from "#worker/database/schema/saved-views";
import { candidateGroups, candidateImports, groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { webhookDeliveries, webhooks } from "#worker/database/schema/webhooks";
import { templates } from "#worker/database/schema/workflows";
import { servedEndpoints } from "#worker/http/serve";
import { createServices } from "#worker/services/app";
import {
	createApplicant,
	createApplication,
	createLocation,
	createOrganisation,
	createReferee,
	createStructure,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "../support/factories";

const app = createServices();
const endpoints = servedEndpoints();
const named = (chosen: readonly Endpoint[]) =>
	chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const guarded = endpoints.filter(({ access }) => access !== "public");

interface Call {
	headers?: Record<string, string>;
	params?: Record<string, string>;
	query?: string;
	body?: string;
	contentType?: string;
}

const unknownId = "no-such-id-0000000000000000";

const apiHeaders = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"strict-transport-security": "max-age=31536000; includeSubDomains",
	"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
	"cache-control": "no-store",
};

/** The security headers of a response. */
const protectionOf = (headers: Headers) =>
	Object.fromEntries(Object.keys(apiHeaders).map((name) => [name, headers.get(name)]));

/** why: a multipart body names its own type, with its boundary. */
const contentTypes = { json: "application/json", form: "application/x-www-form-urlencoded", multipart: undefined };

/** Returns a multipart body with this JSON and a file. */
const multipart = (data: string): FormData => {
	const form = new FormData();
	form.set("data", data);
	form.set("key:field", new File(["x"], "a.txt"));
	return form;
};

/** Calls the endpoint, with an unknown id and an empty body by default. */
const call = async (endpoint: Endpoint, { headers = {}, params = {}, query = "", body, contentType }: Call = {}) => {
	const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? unknownId);
	const encoding = endpoint.encoding ?? "json";
	const sent = body ?? (encoding === "form" ? "" : "{}");
	const type = contentType ?? contentTypes[encoding];
	const request = new Request(`https://portal.test/api${path}${query}`, {
		method: endpoint.method,
		headers: { ...(endpoint.body && type ? { "content-type": type } : {}), ...headers },
		body: !endpoint.body ? null : encoding === "multipart" && !contentType ? multipart(sent) : sent,
	});
	const ctx = createExecutionContext();
	const response = await app.fetch(request, env, ctx);
	const text = await response.text();
	await waitOnExecutionContext(ctx);
	expect(protectionOf(response.headers)).toEqual(apiHeaders);
	return { status: response.status, text };
};

/** Returns the problem without the request's own id. */
const problemOf = ({ status, text }: { status: number; text: string }) => {
	const { requestId, ...problem } = JSON.parse(text);
	return { status, ...problem };
};

let organisationId = "";
let everything: Record<string, string> = {};
const tokens = new Map<string, Promise<Record<string, string>>>();

/** Returns the headers of a user with exactly these privileges. */
const holderOf = (privileges: readonly string[]) => {
	const key = privileges.join();
	const made =
		tokens.get(key) ?? createUser({ organisationId, privileges }).then(async (user) => (await signIn(user)).headers);
	tokens.set(key, made);
	return made;
};

beforeAll(async () => {
	organisationId = (await createOrganisation()).id;
	everything = await holderOf(allPermissions);
});

test("this file covers every endpoint that is served, and the number of endpoints is known", () => {
	expect(endpoints).toHaveLength(197);
	const declared = new Set(endpoints.map(({ method, path }) => `${method} /api${path}`));
	const others = app.routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !declared.has(route));
	expect([...new Set(others)].filter((route) => !route.startsWith("ALL ")).sort()).toEqual([
		"GET /api/auth/google/authorize",
		"GET /api/auth/google/callback",
		"GET /api/dev/google/authorize",
		"GET /api/dev/google/certs",
		"GET /api/docs",
		"GET /api/openapi.json",
		"POST /api/dev/google/authorize",
		"POST /api/dev/google/token",
	]);
});

describe.each(named(guarded))("%s", (_name, endpoint) => {
	test("responds 401 without a token and with an invalid one", async () => {
		for (const authorization of [undefined, "Bearer garbage", "Bearer a.b.c", "Basic YTpi", "garbage"]) {
			const response = await call(endpoint, authorization === undefined ? {} : { headers: { authorization } });
			expect(problemOf(response)).toMatchObject({ status: 401, code: "unauthenticated" });
		}
	});

	const { access } = endpoint;
	if (typeof access === "string") return;

	test("refuses users without any of its privileges", async () => {
		const allOthers = allPermissions.filter((permission) => !access.includes(permission));
		for (const privileges of [[], allOthers]) {
			const response = await call(endpoint, { headers: await holderOf(privileges) });
			expect(problemOf(response)).toMatchObject({ status: 403, code: "forbidden" });
		}
	});

	test("accepts users with any of its privileges", async () => {
		for (const permission of access) {
			const { status } = await call(endpoint, { headers: await holderOf([permission]) });
			expect([permission, status]).not.toEqual([permission, 403]);
			expect(status).toBeLessThan(500);
		}
	});
});

/** Creates one row of everything that has an id in an institution, the ids beginning with `key`. */
const createAll = async (key: string, id: string) => {
	const owner = await createUser({ organisationId: id });
	const { departmentId } = await createStructure(id);
	const application = await createApplication(id);
	const applicant = await createApplicant(application, { photoKey: `photos/${key}` });
	const referee = await createReferee(applicant, { kind: "academic" });
	const transaction = await createTransaction(applicant);
	const attachment = { organisationId: id, id: `${key}-attachment`, submissionId: applicant.submissionId ?? "" };
	await testDb().batch([
		testDb()
			.insert(attachments)
			.values({
				...attachment,
				fieldId: "f",
				title: "t",
				section: "s",
				name: "n.png",
				mimetype: "image/png",
				size: 1,
				objectKey: `attachments/${key}`,
				createdAt: 1,
			}),
		testDb()
			.insert(notifications)
			.values({
				organisationId: id,
				userId: owner.id,
				id: `${key}-notification`,
				type: "BACKGROUND_TASK",
				message: "{}",
				createdAt: 1,
			}),
		testDb()
			.insert(letters)
			.values({
				organisationId: id,
				id: `${key}-letter`,
				applicantId: applicant.id,
				templateId: `${key}-template`,
				templateName: "Offer",
				objectKey: `letters/${key}`,
				size: 1,
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(tasks)
			.values({
				organisationId: id,
				id: `${key}-task`,
				type: "t",
				status: "SUCCESS",
				input: {},
				total: 1,
				createdBy: owner.id,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(runs)
			.values({
				...{ organisationId: id, id: `${key}-batch`, kind: "stage", status: "ready", targetId: "t", targetName: "t" },
				...{ subject: "s", undoUntil: Number.MAX_SAFE_INTEGER, createdBy: owner.id, createdAt: 1 },
			}),
		testDb()
			.insert(mailings)
			.values({
				organisationId: id,
				id: `${key}-mailing`,
				applicationId: application.id,
				subject: "s",
				content: "c",
				status: "ready",
				sendAfter: 1,
				createdBy: owner.id,
				senderUsername: "owner",
				createdAt: 1,
			}),
		testDb()
			.insert(emails)
			.values({
				organisationId: id,
				id: `${key}-email`,
				mailingId: `${key}-mailing`,
				applicantId: applicant.id,
				status: "failed",
				dueAt: 1,
				createdAt: 1,
			}),
		testDb()
			.insert(mailingAttachments)
			.values({
				organisationId: id,
				id: `${key}-mailed`,
				mailingId: `${key}-mailing`,
				position: 0,
				name: "n.png",
				mimetype: "image/png",
				size: 1,
				objectKey: `mailings/${key}`,
			}),
		testDb()
			.insert(outboxMails)
			.values({
				organisationId: id,
				id: `${key}-mail`,
				recipient: "ada@foreign.example",
				sender: "no-reply@foreign.example",
				subject: "s",
				text: "t",
				html: "h",
				createdAt: 1,
			}),
		testDb()
			.insert(candidateGroups)
			.values({
				organisationId: id,
				id: `${key}-group`,
				name: "Foreign",
				nameKey: "foreign",
				createdBy: owner.id,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(groupCandidates)
			.values({
				...{
					organisationId: id,
					groupId: `${key}-group`,
					id: `${key}-candidate`,
					examKey: "2026ab",
					searchText: "obi",
				},
				...{ data: { examNumber: "2026AB", lastName: "Obi" }, importId: `${key}-import`, createdAt: 1, updatedAt: 1 },
			}),
		testDb()
			.insert(candidateImports)
			.values({
				organisationId: id,
				id: `${key}-import`,
				groupId: `${key}-group`,
				fileName: "list.csv",
				format: "csv",
				size: 1,
				status: "ready",
				columns: [{ header: "JAMB", samples: [], field: "examNumber" }],
				rows: 1,
				counts: { new: 1 },
				createdBy: owner.id,
				createdByName: "Owner",
				createdAt: 1,
			}),
		testDb()
			.insert(merges)
			.values({
				...{ organisationId: id, id: `${key}-merge`, applicationId: application.id, sourceId: `${key}-source` },
				...{ sourceName: "Ada", sourceNumber: "1", sourcePublicId: `${key}-public`, sourceKeys: [] },
				...{ targetId: applicant.id, targetName: "Ada", targetNumber: "2", targetVersion: 2, fields: [], comment: "" },
				moved: { transactions: 0, referees: 0, letters: 0, emails: 0, attachments: 0, logEntries: 0 },
				...{ createdBy: owner.id, createdByName: "Owner", createdAt: 1 },
			}),
		testDb()
			.insert(savedViews)
			.values({
				organisationId: id,
				id: `${key}-view`,
				holder: "",
				ownerId: owner.id,
				name: "v",
				isPinned: true,
				filter: { applicationId: application.id },
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(apiKeys)
			.values({
				...{ organisationId: id, id: `${key}-api-key`, name: "Foreign", keyHash: key, hint: "abcd", privileges: [] },
				...{ createdBy: owner.id, createdByName: "Owner", createdAt: 1 },
			}),
		testDb()
			.insert(webhooks)
			.values({
				...{ organisationId: id, id: `${key}-webhook`, name: "Foreign", url: "https://foreign.example/", events: [] },
				...{ active: true, createdBy: owner.id, createdByName: "Owner", createdAt: 1, updatedAt: 1 },
			}),
		testDb()
			.insert(webhookDeliveries)
			.values({
				...{ organisationId: id, id: `${key}-delivery`, webhookId: `${key}-webhook`, eventId: `${key}-event` },
				...{ eventType: "applicants.posted", status: "failed", createdAt: 1 },
			}),
		testDb()
			.insert(reasons)
			.values({
				organisationId: id,
				id: `${key}-reason`,
				text: "r",
				isPrivate: false,
				createdAt: 1,
				updatedAt: 1,
			}),
		testDb()
			.insert(templates)
			.values({
				organisationId: id,
				id: `${key}-email-template`,
				name: "t",
				type: "email",
				content: "c",
				createdAt: 1,
				updatedAt: 1,
			}),
	]);
	const { id: locationId } = await createLocation(id);
	await testDb().batch([
		testDb()
			.insert(applicationGroups)
			.values({ organisationId: id, id: `${key}-tags`, name: "t" }),
		testDb()
			.insert(applicationGroupItems)
			.values({ organisationId: id, id: `${key}-tag`, groupId: `${key}-tags`, name: "t" }),
	]);
	await env.FILES.put(`mailings/${key}`, "x");
	await env.FILES.put(`attachments/${key}`, "x");
	await env.FILES.put(`photos/${key}`, "x");
	await env.FILES.put(`letters/${key}`, "x");
	const ids: [prefix: string, params: Record<string, string>][] = [
		["/ums/roles/", { id: `role-${owner.id}` }],
		["/ums/users/:id", { id: owner.id }],
		["/applications/", { id: application.id }],
		["/courses/admin-level-item/", { id: departmentId }],
		["/courses/", { id: application.courses[0]?.id ?? "" }],
		["/workflow/", { id: application.workflowId }],
		["/candidate-views/", { id: `${key}-view` }],
		["/candidates/:id/referees/", { id: applicant.id, refereeId: referee.id }],
		["/candidates/", { id: applicant.id, transactionId: transaction.id, letterId: `${key}-letter` }],
		["/email/candidates/", { id: applicant.id, attachmentId: `${key}-mailed` }],
		["/templates/", { id: `${key}-email-template` }],
		["/api-keys/", { id: `${key}-api-key` }],
		["/webhooks/", { id: `${key}-webhook`, deliveryId: `${key}-delivery` }],
		["/reasons/", { id: `${key}-reason` }],
		["/outbox/mails/", { id: `${key}-mail` }],
		["/forms/", { id: applicant.submissionId ?? "", attachmentId: attachment.id }],
		["/notifications/", { id: `${key}-notification` }],
		["/tasks/", { id: `${key}-task` }],
		["/candidate-groups/", { id: `${key}-group`, importId: `${key}-import`, candidateId: `${key}-candidate` }],
		["/candidate-info/", { id: applicant.publicId }],
		["/batches/", { id: `${key}-batch` }],
		["/mailings/", { id: `${key}-mailing` }],
		["/duplicates/merges/", { id: `${key}-merge` }],
		["/locations/", { id: locationId }],
		["/application-groups/", { id: `${key}-tags` }],
		["/application-group-items/", { id: `${key}-tag` }],
	];
	const [course, step] = [application.courses[1]?.id, application.steps[1]?.id];
	/** Bodies that would succeed for a caller with access. */
	const bodies: Record<string, unknown[]> = {
		"/candidates/:id": [
			{ stageId: step, reason: "Mine now" },
			{ courseId: course },
			{ locationId: "anywhere" },
			{ reviewerId: null },
		],
		"/candidates/:id/changes/read": [{ until: 1 }],
		"/candidates/:id/notes": [{ note: "Mine now" }],
		"/candidates/:id/referees": [{ name: "Mine", email: "mine@mail.example", kind: "academic", reason: "Mine now" }],
		"/candidates/:id/referees/:refereeId": [{ name: "Mine", email: "mine@mail.example", reason: "Mine now" }],
		"/candidates/:id/referees/:refereeId/remove": [{ reason: "Mine now" }],
		"/candidates/:id/identity": [
			{ firstName: "Mine", lastName: "Now", accountEmail: "mine@mail.example", reason: "Mine now" },
		],
		"/candidate-views/:id": [{ name: "Mine now", isShared: true, isPinned: true }],
		"/ums/roles/:id": [{ name: "Mine now", privileges: [] }],
		"PATCH /ums/users/:id": [{ blocked: true }],
		"PUT /ums/users/:id": [{ firstName: "Mine", lastName: "Now", roles: [{ roleId: `role-${owner.id}` }] }],
		"/notifications/:id": [{ read: true }],
		"/webhooks/:id": [{ name: "Mine now", url: "https://mine.example/", events: ["applicants.posted"], active: true }],
		"/reasons/:id": [{ text: "Mine now", isPrivate: true, active: false }],
		"/email/candidates/:id/resend": [{ emailId: `${key}-email` }],
		"/candidates/:id/letters": [{ templateId: `${key}-template` }],
		"/candidate-groups/:id": [{ name: "Mine now" }],
		"/candidate-groups/:id/candidates/:candidateId": [{ examNumber: "2026AB", lastName: "Mine" }],
		"/candidate-groups/:id/imports": [{ name: "list.csv" }],
		"/candidate-groups/:id/imports/:importId/columns": [{ columns: ["examNumber"] }],
		"/candidate-groups/:id/imports/:importId/add": [{ addDuplicates: true }],
		"/forms/:id": [{ applicationKey: application.id, surname: "Mine now" }],
		"/forms/:id/draft": [{ version: 1, data: { surname: "Mine now" } }],
		"/locations/:id": [{ name: "Mine now" }],
		"/application-groups/:id": [{ name: "Mine now" }],
		"/application-group-items/:id": [{ name: "Mine now", groupId: "own-tags", enabled: true }],
	};
	return { organisationId: id, ids, bodies };
};

/** Returns everything of the organisation that these calls could change. */
const snapshot = async (id: string) =>
	Promise.all(
		[
			...[
				"api_keys",
				"webhooks",
				"webhook_deliveries",
				"applicants",
				"applicant_log",
				"roles",
				"notifications",
				"events",
				"submissions",
				"attachments",
			],
			...[
				"form_drafts",
				"modification_entries",
				"emails",
				"mailings",
				"saved_views",
				"candidate_groups",
				"group_candidates",
				"candidate_imports",
				"duplicate_pairs",
				"dismissed_pairs",
				"merges",
				"locations",
				"application_groups",
				"application_group_items",
				"record_changes",
			],
		].map(async (table) => {
			const rows = await plainDatabase.prepare(`SELECT * FROM ${table} WHERE organisation_id = ?`).bind(id).all();
			return rows.results;
		}),
	);

describe("of three institutions", () => {
	const owned = guarded.filter(({ params }) => params !== undefined);
	let own: Awaited<ReturnType<typeof createAll>>;
	let second: typeof own;
	let third: typeof own;
	beforeAll(async () => {
		own = await createAll("own", organisationId);
		second = await createAll("second", (await createOrganisation()).id);
		third = await createAll("third", (await createOrganisation()).id);
	});

	const idsOf = ({ ids }: typeof own, endpoint: Endpoint) => {
		const [, params] = ids.find(([prefix]) => endpoint.path.startsWith(prefix)) ?? [];
		if (!params) throw new Error(`${endpoint.path} needs a row in createAll`);
		return params;
	};
	const bodiesOf = ({ bodies }: typeof own, endpoint: Endpoint) => {
		const restoring = endpoint.path.endsWith("/restore") ? [{ changeId: "any" }] : [];
		const named = bodies[`${endpoint.method} ${endpoint.path}`] ?? bodies[endpoint.path];
		const sent = endpoint.body ? (named ?? restoring) : [undefined];
		if (sent.length === 0) throw new Error(`${endpoint.path} needs a body in createAll`);
		return sent.map((body) => ({ headers: everything, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }));
	};

	test("responds to another's ids exactly as to unknown ids, with bodies of either, and changes nothing", async () => {
		const before = await Promise.all([second, third].map((one) => snapshot(one.organisationId)));
		expect(owned.length).toBeGreaterThan(10);
		for (const endpoint of owned)
			for (const more of [...bodiesOf(second, endpoint), ...bodiesOf(third, endpoint)]) {
				const theirs = problemOf(await call(endpoint, { ...more, params: idsOf(second, endpoint) }));
				expect([endpoint.path, theirs.status]).toEqual([endpoint.path, 404]);
				expect(theirs).toEqual(problemOf(await call(endpoint, more)));
			}
		expect(await Promise.all([second, third].map((one) => snapshot(one.organisationId)))).toEqual(before);
	});

	test("finds nothing under one's ids with another's, and changes nothing", async () => {
		const before = await Promise.all([own, second, third].map((one) => snapshot(one.organisationId)));
		const nested = owned.filter(({ path }) => (path.match(/:/g)?.length ?? 0) > 1);
		expect(nested.length).toBeGreaterThan(3);
		for (const endpoint of nested)
			for (const [holder, other] of [
				[own, second],
				[second, own],
				[second, third],
			] as const)
				for (const more of bodiesOf(other, endpoint)) {
					const { id, ...others } = idsOf(other, endpoint);
					const params = { ...others, id: idsOf(holder, endpoint).id ?? "" };
					const theirs = problemOf(await call(endpoint, { ...more, params }));
					expect([endpoint.path, theirs.status]).toEqual([endpoint.path, 404]);
					expect(theirs).toEqual(problemOf(await call(endpoint, { ...more, params: { id: params.id } })));
				}
		expect(await Promise.all([own, second, third].map((one) => snapshot(one.organisationId)))).toEqual(before);
	});
});

describe.each(named(endpoints.filter(({ body }) => body !== undefined)))("the body of %s", (_name, endpoint) => {
	const isForm = endpoint.encoding === "form";
	const isMultipart = endpoint.encoding === "multipart";

	if (!isForm)
		test("must be JSON with that content type", async () => {
			for (const body of ["{", "", "undefined", "{'a': 1}"])
				expect(problemOf(await call(endpoint, { headers: everything, body }))).toMatchObject({ status: 400 });
			const others = endpoint.alsoJson ? ["multipart/form-data"] : ["multipart/form-data", "application/json"];
			for (const contentType of ["text/plain", ...(isMultipart ? others : [])]) {
				const wrongType = await call(endpoint, { headers: everything, contentType });
				expect(problemOf(wrongType)).toMatchObject({ status: 400, code: "malformed" });
			}
		});

	if (isMultipart)
		test("must be complete and have its parts", async () => {
			const contentType = "multipart/form-data; boundary=x";
			const part = '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{}';
			const other = part.replace("data;", "data; filename=a;").replace('"data"', '"other"');
			for (const body of ["--x--", "--x\r\n", part, `${part}\r\n--xx`, `${other}\r\n--x--`])
				expect(problemOf(await call(endpoint, { headers: everything, body, contentType }))).toMatchObject({
					status: 400,
					code: "malformed",
				});
		});

	test("must have the right fields", async () => {
		const bodies = isForm ? ["", "a=b"] : ["{}", "[]", "null", "1", '{"__proto__":{"a":1}}', '{"constructor":1}'];
		for (const body of bodies)
			expect(problemOf(await call(endpoint, { headers: everything, body }))).toMatchObject({ status: 422 });
	});

	test("must not exceed the size limit", async () => {
		const body = isForm ? `a=${"x".repeat(1_100_000)}` : JSON.stringify({ a: "x".repeat(1_100_000) });
		expect(problemOf(await call(endpoint, { headers: everything, body }))).toMatchObject({
			status: 413,
			code: "too_large",
		});
	});
});

/** Returns the names of an endpoint's query parameters, including the alternative spellings. */
const namesOf = ({ query, aliases = {} }: Endpoint): string[] =>
	query && "entries" in query ? [...Object.keys(query.entries as object), ...Object.keys(aliases)] : [];

const badNumbers: Record<string, readonly string[]> = {
	page: ["-1", "1.5", "x", "1e9", "99999999999", "", "٣"],
	index: ["-1", "1.5", "x", ""],
	size: ["0", "501", "-1", "x", ""],
	pageSize: ["0", "101", "-1", "x", ""],
	limit: ["0", "101", "-1", "x", ""],
	offset: ["-1", "x", ""],
};

const paged = endpoints.filter((endpoint) => namesOf(endpoint).some((name) => Object.hasOwn(badNumbers, name)));

test.each(named(paged))("%s refuses an invalid page or size", async (_name, endpoint) => {
	for (const name of namesOf(endpoint))
		for (const value of badNumbers[name] ?? []) {
			const query = `?${name}=${encodeURIComponent(value)}`;
			const response = problemOf(await call(endpoint, { headers: everything, query }));
			expect([query, response.status, response.code]).toEqual([query, 422, "invalid_query"]);
			expect(Object.keys(response.fields)).toContain(name);
		}
});

test.each(named(endpoints))("%s refuses and names an unknown query parameter", async (_name, endpoint) => {
	const response = problemOf(await call(endpoint, { headers: everything, query: "?stge=SUBMITTED" }));
	expect(response).toMatchObject({ status: 422, fields: { stge: ["'stge' is not a known field."] } });
});

test("the paged endpoints are those listed here", () => {
	expect(paged).toHaveLength(48);
});
