import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { plainDatabase } from "#tests/support/statements";
import { bindRole, openTwoPlaces, type PlaceName, placeNames, places, type TwoPlaces } from "#tests/support/two-places";
import type { Endpoint } from "#worker/contract/endpoint";
import { allPermissions, anyOf, holdsAny, type Permission } from "#worker/contract/permissions";
import { userRoles } from "#worker/database/schema/auth";
import { servedEndpoints } from "#worker/http/serve";
import { subjectOf } from "#worker/http/subjects.queries";
import { createServices } from "#worker/services/app";

const app = createServices();
const guarded = servedEndpoints().filter(({ access }) => access !== "public");
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let organisationId: string;
let application: TwoPlaces["application"];
let inside: TwoPlaces["inside"];
let outside: TwoPlaces["outside"];
let allInside: TwoPlaces["allInside"];
let allOutside: TwoPlaces["allOutside"];

beforeAll(async () => {
	({ organisationId, application, inside, outside, allInside, allOutside } = await openTwoPlaces());
});

interface Role {
	place: PlaceName;
	privileges: readonly Permission[];
}

const made = new Map<string, Promise<Record<string, string>>>();

/** Returns the headers of a user who holds these roles. */
const holderOf = (...roles: readonly Role[]) => {
	const key = JSON.stringify(roles);
	const headers = made.get(key) ?? createHolder(roles);
	made.set(key, headers);
	return headers;
};

const createHolder = async (roles: readonly Role[]) => {
	const [first, ...others] = roles;
	if (!first) throw new Error("a user needs a role");
	const user = await createUser({ organisationId, privileges: first.privileges });
	await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, first.place);
	for (const { place, privileges } of others) {
		const colleague = await createUser({ organisationId, privileges });
		await testDb()
			.insert(userRoles)
			.values({ organisationId, userId: user.id, roleId: `role-${colleague.id}` });
		await bindRole({ organisationId, userId: user.id, roleId: `role-${colleague.id}` }, place);
	}
	return (await signIn(user)).headers;
};

interface Call {
	headers: Record<string, string>;
	params?: Record<string, string> | undefined;
	query?: string | undefined;
	body?: unknown;
}

const call = async (endpoint: Endpoint, { headers, params = {}, query = "", body }: Call) => {
	const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "no-such-id");
	const json = { "content-type": "application/json" };
	const request = new Request(`https://portal.test/api${path}${query}`, {
		method: endpoint.method,
		headers: { ...headers, ...(body !== undefined && endpoint.encoding !== "multipart" && json) },
		body: body === undefined ? null : endpoint.encoding === "multipart" ? multipart(body) : JSON.stringify(body),
	});
	const ctx = createExecutionContext();
	const response = await app.fetch(request, env, ctx);
	const text = await response.text();
	await waitOnExecutionContext(ctx);
	return { status: response.status, text };
};

const multipart = (data: unknown): FormData => {
	const form = new FormData();
	form.set("data", JSON.stringify(data));
	return form;
};

/** Returns a response without what differs between any two. */
const withoutRequestId = ({ status, text }: { status: number; text: string }) => ({
	status,
	text: text.replace(/"requestId":"[^"]*"/, ""),
});

const paramsOf = ({ ids }: TwoPlaces["allInside"], { path }: Pick<Endpoint, "path">) =>
	ids.find(([prefix]) => path.startsWith(prefix))?.[1] ?? {};
const bodiesOf = ({ bodies }: TwoPlaces["allInside"], { path, body }: Endpoint) =>
	body ? (bodies[path] ?? [{}]) : [undefined];

/** Everything in the database that concerns an applicant. */
const snapshotOf = async ({ id, submissionId }: TwoPlaces["inside"]) =>
	Promise.all(
		[
			"applicants WHERE id = ?1",
			"applicant_log WHERE applicant_id = ?1",
			"submissions WHERE applicant_id = ?1",
			"attachments WHERE submission_id = ?2",
			"form_drafts WHERE submission_id = ?2",
			"emails WHERE applicant_id = ?1",
			"modification_entries WHERE entity_id = ?1",
			"referees WHERE applicant_id = ?1",
			"letters WHERE applicant_id = ?1",
			"merges WHERE target_id = ?1",
			"dismissed_pairs WHERE ?1 IN (first_id, second_id)",
			"applicant_views WHERE applicant_id = ?1",
			"run_rows WHERE subject_id = ?1 AND outcome = 'changed'",
		].map(async (rows) => {
			const [first, second] = rows.includes("?2") ? ["", submissionId] : [id, undefined];
			const statement = plainDatabase.prepare(
				`SELECT * FROM ${rows.replace("?2", "?1")} AND organisation_id = '${organisationId}'`,
			);
			return (await statement.bind(second ?? first).all()).results;
		}),
	);

/** Requests of endpoints that name applicants in a query or a body, or list them. */
const asked: Record<string, () => { query?: string; params?: Record<string, string>; bodies?: readonly unknown[] }> = {
	"GET /courses/:id/applicants": () => ({ params: { id: outside.courseId } }),
	"GET /candidates": () => ({ query: "?size=50" }),
	"GET /candidates?applicationId": () => ({ query: `?applicationId=${application.id}` }),
	"GET /payments/status?inside": () => ({ query: `?ref=${allInside.paymentReference}` }),
	"GET /payments/status?outside": () => ({ query: `?ref=${allOutside.paymentReference}` }),
	"GET /search": () => ({ query: "?q=ada" }),
	"GET /duplicates/comparison": () => ({ query: `?firstId=${inside.id}&secondId=${outside.id}` }),
	"GET /AI-Process-Applicants/chat_ai": () => ({ query: `?app_id=${application.id}` }),
	"POST /AI-Process-Applicants/chat_ai": () => ({ bodies: [{ app_id: application.id, prompt: "have not paid" }] }),
	"GET /candidate-export/columns": () => ({ query: `?applicationId=${application.id}` }),
	"GET /statistics/candidate-needs": () => ({ query: `?applicationId=${application.id}` }),
	"GET /statistics/candidate-stages": () => ({ query: `?applicationId=${application.id}` }),
	"POST /candidates/notify-preview": () => ({ bodies: notices({ page: 0, size: 20 }) }),
	"POST /candidates/notify": () => ({ bodies: notices({}) }),
	"POST /application-reports/download": () => ({ bodies: [{ applicationId: application.id }] }),
	"POST /application-reports/send": () => ({
		bodies: [{ applicationId: application.id, emails: ["owner@mail.example"] }],
	}),
	"GET /duplicates": () => ({ query: `?applicationId=${application.id}` }),
	"POST /candidates/selection-preview": () => ({ bodies: selections({ page: 0, size: 20 }) }),
	"POST /candidates/stage-preview": () => ({ bodies: selections({ stageId: stepId(), page: 0, size: 20 }) }),
	"PATCH /candidates": () => ({ bodies: selections({ stageId: stepId(), reason: "Mine now" }) }),
	"POST /candidates/assignment-preview": () => ({
		bodies: [
			...selections({ courseId: courseId(), page: 0, size: 20 }),
			...selections({ reviewerId: null, page: 0, size: 20 }),
		],
	}),
	"PATCH /candidates/assignments": () => ({
		bodies: [...selections({ courseId: courseId() }), ...selections({ reviewerId: null })],
	}),
	"POST /candidates/letters-preview": () => ({
		bodies: selections({ templateId: "offer", page: 0, size: 20 }),
	}),
	"POST /candidates/letters": () => ({ bodies: selections({ templateId: "offer" }) }),
	"POST /candidates/erasure-preview": () => ({ bodies: selections({ page: 0, size: 20 }) }),
	"POST /candidates/erasures": () => ({ bodies: selections({ reason: "Mine now", confirm: "ERASE" }) }),
	"POST /candidates/forms": () => ({ bodies: selections({ as: "zip" }) }),
	"POST /candidates/referees/notify": () => ({ bodies: [{ ids: ["no-such-referee"] }] }),
	"POST /candidate-export": () => ({
		bodies: [[inside.id, outside.id], [outside.id], []].map((candidateIds) => ({
			applicationId: application.id,
			candidateIds,
			columns: ["firstName"],
			format: "csv",
		})),
	}),
	"POST /email/candidates/preview": () => ({ bodies: recipients({ subject: "s", message: "<p>m</p>" }) }),
	"POST /sms/candidates/preview": () => ({ bodies: recipients({ message: "m" }) }),
	"POST /sms/candidates": () => ({ bodies: recipients({ message: "m" }) }),
	"POST /email/candidates": () => ({ bodies: recipients({ subject: "s", message: "<p>m</p>" }) }),
	"POST /duplicates/dismissals": () => ({
		bodies: [{ firstId: inside.id, secondId: outside.id, isDismissed: true }],
	}),
	"POST /duplicates/merges": () => ({
		bodies: [
			{
				targetId: inside.id,
				sourceId: outside.id,
				targetVersion: 1,
				sourceVersion: 1,
				targetFormVersion: 1,
				sourceFormVersion: 1,
				sourceFields: [],
				comment: "Mine now",
			},
		],
	}),
};

const stepId = () => application.steps[1]?.id;
const courseId = () => application.courses[0]?.id;
const selections = (about: object) => [
	{ ...about, candidateIds: [inside.id, outside.id] },
	{ ...about, candidateIds: [outside.id] },
	{ ...about, matching: { applicationId: application.id, everybody: true } },
	{ ...about, matching: { applicationId: application.id, courseIds: [outside.courseId] } },
];
const notices = (about: object) => {
	const ofStage = { applicationId: application.id, stepId: application.steps[0]?.id, ...about };
	return [
		{ ...ofStage, ids: [inside.id, outside.id] },
		{ ...ofStage, ids: [outside.id] },
		{ ...ofStage, ids: [], matching: { applicationId: application.id, everybody: true } },
	];
};
const recipients = (about: object) =>
	[[inside.id, outside.id], [outside.id], []].map((candidateIds) => ({
		applicationId: application.id,
		candidateIds,
		...about,
	}));

const names = (reason: string, endpoints: readonly string[]) =>
	Object.fromEntries(endpoints.map((name) => [name, reason]));

/** Why an endpoint that names no applicant in its path tells nobody about applicants. */
const silent: Record<string, string> = {
	...names("configuration", [
		"GET /structure",
		"GET /administration-level-items",
		"GET /administration-levels",
		"GET /administration-levels/history",
		"GET /applications/:id/admin-level-items",
		"GET /administration-level-items/:id",
		"GET /administration-level-items/:id/history",
		"GET /application-groups",
		"GET /application-groups/:id",
		"GET /application-groups/:id/history",
		"GET /application-group-items",
		"GET /application-group-items/:id",
		"GET /application-group-items/:id/history",
		"GET /applications/:id/history",
		"GET /applications/forms",
		"GET /applications/titles",
		"GET /candidate-export/columns",
		"GET /courses",
		"GET /courses/:id",
		"GET /courses/:id/history",
		"GET /courses/admin-level-item/:id",
		"GET /locations/:id/history",
		"GET /reminders",
		"GET /reminders/:id",
		"GET /reminders/:id/history",
		"GET /reminders/choices",
		"GET /retention-rules",
		"GET /retention-rules/:id",
		"GET /retention-rules/:id/history",
		"GET /retention-rules/choices",
		"GET /report-settings",
		"GET /report-settings/:id",
		"GET /report-settings/:id/history",
		"GET /course-template",
		"GET /courses/bulk",
		"GET /courses/bulk/:id",
		"GET /courses/bulk/:id/failed-rows",
		"GET /courses/bulk/:id/rows",
		"GET /organisation",
		"GET /templates",
		"GET /organisation/history",
		"GET /organisation/portal",
		"GET /templates/:id",
		"GET /templates/:id/history",
		"GET /templates/:id/draft",
		"GET /templates/merge-fields",
		"GET /templates/:id/export",
		"GET /admin",
		"GET /workflow",
		"GET /workflow/:id",
		"GET /workflow/:id/history",
		"GET /workflow/:id/draft",
		"GET /workflow/:id/export",
		"GET /workflow/:id/applications",
		"GET /set-up-checklist",
		"GET /designs",
		"GET /designs/:id",
		"GET /designs/:id/history",
		"GET /designs/starters",
		"GET /designs/:id/export",
		"GET /designs/:id/sample.pdf",
		"GET /designs/:id/draft",
		"GET /designs/:id/versions",
		"GET /designs/:id/versions/:number",
		"GET /workflow/choices",
		"GET /workflow/:id/steps/:stepId/attachments/:attachmentId",
		"GET /payments/platforms",
		"POST /payments/preview",
		"GET /addons",
		"GET /addons/:id",
		"GET /addons/:id/history",
		"GET /coupons/applications",
		"GET /coupons",
		"GET /coupons/:id",
		"GET /coupons/:id/history",
		"GET /subscriptions/:id",
		"GET /api-keys",
		"GET /api-keys/:id",
		"GET /webhooks",
		"GET /webhooks/:id",
		"GET /webhooks/:id/deliveries",
		"GET /webhooks/:id/history",
		"GET /reasons/:id/history",
		"GET /paylog-configurations",
		"GET /paylog-configurations/:id",
		"GET /paylog-configurations/:id/history",
		"GET /payment-views",
		"GET /stripe",
		"GET /stripe/history",
		"GET /candidate-criteria",
		"GET /AI-Process-Applicants/words",
		"GET /ranking-schemes",
		"GET /ranking-schemes/:id",
		"GET /ranking-schemes/:id/history",
	]),
	...names("an applicant only for users who see them as well: templates.test.ts", [
		"POST /templates/preview",
		"POST /templates/page-preview",
	]),
	...names("payments, with the applicants for users who may see these as well: coupons.test.ts", [
		"GET /coupons/:id/items",
		"GET /coupons/:id/uses",
	]),
	...names("decisions of the institution, which no role at a place reaches: releases.test.ts", [
		"GET /releases",
		"GET /releases/:id",
	]),
	...names("how many payments there are within their places: requery.test.ts", ["GET /payments/pending"]),
	...names("a PDF, whose text is compressed: print-receipt.test.ts", ["GET /payments/:id/receipt"]),
	...names("money of days and platforms, which no role at a place reaches: days.test.ts", [
		"GET /payments/days",
		"GET /payments/days/:day/:platform",
		"GET /payments/days/:day/:platform/rows",
		"GET /payments/settlements",
		"GET /payments/settlements/:id",
		"GET /payments/settlements/:id/failed-rows",
		"GET /payments/settlements/:id/rows",
	]),
	...names("staff and their roles", [
		"GET /report-settings/recipients",
		"GET /reviewers",
		"GET /ums/me",
		"GET /ums/me/preferences",
		"GET /ums/privileges",
		"GET /ums/roles",
		"GET /ums/roles/:id",
		"GET /ums/roles/:id/history",
		"GET /ums/statistics/users",
		"GET /ums/users",
		"GET /ums/users/:id",
	]),
	...names("the user's own", [
		"GET /batches/undoable",
		"GET /notifications",
		"GET /statistics/notifications",
		"GET /tasks",
		"GET /tasks/:id",
		"GET /tasks/:id/file",
	]),
	...names("lists of people who may apply, which belong to no course", [
		"GET /candidate-groups",
		"GET /candidate-groups/:id",
		"GET /candidate-groups/:id/candidates",
		"GET /candidate-groups/:id/imports",
		"GET /candidate-groups/:id/imports/:importId",
		"GET /candidate-groups/:id/imports/:importId/failed-rows",
		"GET /candidate-groups/:id/imports/:importId/rows",
		"GET /candidate-groups/:id/candidates/:candidateId",
		"GET /statistics/preloaded-candidates",
	]),
	...names("numbers, which are checked below and in dashboard/statistics.test.ts", [
		"GET /applications",
		"GET /applications/:id",
		"GET /applications/:id/uses",
		"GET /applications/default",
		"GET /applications/largest",
		"GET /applications/search",
		"GET /candidate-views",
		"GET /reasons",
		"GET /reasons/:id",
		"GET /statistics/candidate-stages",
		"GET /statistics/candidate-needs",
		"GET /statistics/reasons",
		"GET /statistics/application-report",
		"GET /statistics/candidate-summary",
		"GET /statistics/candidates-by-course",
		"GET /statistics/conditional-offers",
		"GET /statistics/dashboard",
		"GET /statistics/dashboard/file",
		"GET /statistics/revenue-by-amount",
		"GET /statistics/revenue-by-course",
		"GET /statistics/revenue-summary",
		"GET /locations",
		"GET /locations/:id",
		"GET /locations/:id/applications",
		"GET /reminders/:id/dry-run",
	]),
	...names("how many a rule would erase, which no role at a place is told: retention.test.ts", [
		"GET /retention-rules/:id/dry-run",
	]),
	...names("numbers of the courses that one sees: rankings.test.ts", ["GET /rankings/:id"]),
	...names("who was erased, by their number alone, of the places that one has: privacy", ["GET /privacy/erasures"]),
	...names("one's own session, of the places that one has", ["GET /AI-Process-Applicants/chat_ai"]),
	...names("what colleagues did, without names; a user of some places sees their own", [
		"GET /batches",
		"GET /batches/:id",
		"GET /mailings",
	]),
};

/** Reads from a response how many applicants it is about. */
type Count = (response: {
	applicants: number;
	data: { applicants: number }[];
	new: number;
	recipients: number;
	resultTotal: number;
	total: number;
}) => number;

const ofFirst: Count = ({ data }) => data[0]?.applicants ?? 0;
const counted: [name: string, count: Count, request?: () => Omit<Call, "headers">][] = [
	["GET /candidates", ({ resultTotal }) => resultTotal],
	["GET /candidates", ({ resultTotal }) => resultTotal, () => ({ query: `?applicationId=${application.id}` })],
	[
		"GET /candidates",
		({ resultTotal }) => resultTotal,
		() => ({ query: `?applicationId=${application.id}&sort=name` }),
	],
	[
		"GET /candidates",
		({ resultTotal }) => resultTotal,
		() => ({ query: `?applicationId=${application.id}&keyword=ada` }),
	],
	[
		"GET /candidates",
		({ resultTotal }) => resultTotal,
		() => ({ query: `?applicationId=${application.id}&assigned=nobody` }),
	],
	["GET /statistics/candidate-stages", ({ total }) => total, () => ({ query: `?applicationId=${application.id}` })],
	["GET /statistics/candidate-needs", (needs) => needs.new, () => ({ query: `?applicationId=${application.id}` })],
	["GET /applications", ofFirst],
	["GET /applications/search", ofFirst],
	["GET /applications/default", ({ applicants }) => applicants],
	["GET /applications/largest", ({ applicants }) => applicants],
	["GET /applications/:id", ({ applicants }) => applicants, () => ({ params: { id: application.id } })],
	["GET /applications/:id/uses", ({ applicants }) => applicants, () => ({ params: { id: application.id } })],
	["GET /candidate-views", ofFirst],
	["GET /reasons", ofFirst],
	[
		"GET /reasons/:id",
		({ applicants }) => applicants,
		() => ({ params: paramsOf(allInside, { path: "/reasons/:id" }) }),
	],
	["GET /locations", ofFirst],
	[
		"GET /locations/:id",
		({ applicants }) => applicants,
		() => ({ params: paramsOf(allInside, { path: "/locations/:id" }) }),
	],
	["GET /locations/:id/applications", ofFirst, () => ({ params: paramsOf(allInside, { path: "/locations/:id" }) })],
	[
		"GET /reminders/:id/dry-run",
		({ total }) => total,
		() => ({ params: paramsOf(allInside, { path: "/reminders/:id" }) }),
	],
	["GET /statistics/reasons", ofFirst],
	["GET /statistics/application-report", ({ applicants }) => applicants],
	["POST /candidates/selection-preview", ({ total }) => total, () => ({ body: selections({ page: 0, size: 20 })[2] })],
	[
		"POST /candidates/stage-preview",
		({ total }) => total,
		() => ({ body: selections({ stageId: stepId(), page: 0, size: 20 })[2] }),
	],
	["POST /email/candidates/preview", (preview) => preview.recipients, () => ({ body: recipients({})[2] })],
	["POST /sms/candidates/preview", (preview) => preview.recipients, () => ({ body: recipients({})[2] })],
	["POST /candidates/notify-preview", ({ total }) => total, () => ({ body: notices({ page: 0, size: 20 })[2] })],
	[
		"POST /candidate-export",
		({ applicants }) => applicants ?? 0,
		() => ({
			body: { applicationId: application.id, columns: ["firstName"], format: "csv" },
		}),
	],
];

describe.each(counted)("%s counts", (name, count, request) => {
	test.each(placeNames)("the applicants at %s", async (place) => {
		const endpoint = guarded.find((one) => nameOf(one) === name);
		if (!endpoint) throw new Error(`${name} is not served`);
		const headers = await holderOf({ place, privileges: endpoint.access as readonly Permission[] });
		const { text } = await call(endpoint, { headers, ...request?.() });
		const { inside, outside } = places[place];
		expect([text, count(JSON.parse(text))]).toEqual([text, Number(inside) + Number(outside)]);
	});
});

const others = guarded.filter((endpoint) => !subjectOf(endpoint));
const isWrite = ({ method, path }: Endpoint) => method !== "GET" && !path.endsWith("preview");

/** Returns the requests of an endpoint, about both applicants or about all. */
const requestsOf = (endpoint: Endpoint): Omit<Call, "headers">[] => {
	const keys = Object.keys(asked).filter((key) => key.split("?")[0] === nameOf(endpoint));
	const requests = keys.flatMap((key) => {
		const { query, params, bodies = [undefined] } = asked[key]?.() ?? {};
		return bodies.map((body) => ({ query, params, body }));
	});
	const all = [allInside, allOutside];
	if (requests.length > 0) return requests;
	return all.flatMap((one) => bodiesOf(one, endpoint).map((body) => ({ params: paramsOf(one, endpoint), body })));
};

const marks = { inside: "Insider", outside: "Outsider" };

/** Checks whether a response tells of an applicant: by name, number or address, or by an id that was not sent. */
const isTold = (
	of: "inside" | "outside",
	{ query = "", body, params }: Omit<Call, "headers">,
	text: string,
): boolean => {
	const { id } = of === "inside" ? inside : outside;
	const wasSent = JSON.stringify([query, body, params]).includes(id);
	return text.toLowerCase().includes(marks[of].toLowerCase()) || (!wasSent && text.includes(id));
};

describe.each(others.map((endpoint) => [nameOf(endpoint), endpoint] as const))("%s", (name, endpoint) => {
	const { access } = endpoint;
	const privileges = typeof access === "string" ? allPermissions : access;

	const isSilent = name in silent;
	if (!isWrite(endpoint))
		test(`tells a user of the whole institution ${isSilent ? "of no applicant" : "of both applicants"}`, async () => {
			const headers = await holderOf({ place: "university", privileges });
			let tells = false;
			for (const request of requestsOf(endpoint))
				tells ||= isTold("outside", request, (await call(endpoint, { headers, ...request })).text);
			expect([name, tells]).toEqual([name, !isSilent]);
		});

	const asked = placeNames.filter((place) => !isWrite(endpoint) || !places[place].outside);
	test.each(asked)("tells nothing of applicants elsewhere, and changes none, by a role at %s", async (place) => {
		const headers = await holderOf({ place, privileges });
		const before = await snapshotOf(outside);
		for (const request of requestsOf(endpoint)) {
			const { text } = await call(endpoint, { headers, ...request });
			for (const of of ["inside", "outside"] as const)
				if (!places[place][of]) expect([text, isTold(of, request, text)]).toEqual([text, false]);
		}
		if (!places[place].outside) expect(await snapshotOf(outside)).toEqual(before);
	});
});

const named = guarded.filter((endpoint) => subjectOf(endpoint));

describe.each(named.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
	"%s names an applicant",
	(_name, endpoint) => {
		const access = endpoint.access as readonly Permission[];
		const isReading = endpoint.method === "GET";
		const isSeeing = holdsAny(access, anyOf("candidate"));

		test.each(placeNames)("by a role at %s", async (place) => {
			const before = await snapshotOf(outside);
			for (const privilege of isReading ? access : access.slice(0, 1)) {
				const headers = await holderOf({ place, privileges: [privilege] });
				const unknown = isSeen(privilege) ? 404 : undefined;
				for (const [is, all] of [
					[places[place].inside, allInside],
					[places[place].outside, allOutside],
				] as const)
					for (const body of bodiesOf(all, endpoint)) {
						if (is && !isReading) continue;
						const response = await call(endpoint, { headers, params: paramsOf(all, endpoint), body });
						if (is) expect([privilege, response.status]).not.toEqual([privilege, 403]);
						else {
							expect([privilege, response.status]).toEqual([privilege, unknown ?? 404]);
							const theirs = await call(endpoint, { headers, body });
							expect(withoutRequestId(response)).toEqual(withoutRequestId(theirs));
						}
					}
			}
			if (!places[place].outside) expect(await snapshotOf(outside)).toEqual(before);
		});

		test("is found at the place of the role", async () => {
			const headers = await holderOf({ place: "science", privileges: access });
			for (const body of bodiesOf(allInside, endpoint)) {
				const found = await call(endpoint, { headers, params: paramsOf(allInside, endpoint), body });
				const unknown = await call(endpoint, { headers, body });
				expect(withoutRequestId(found)).not.toEqual(withoutRequestId(unknown));
				expect(found.status).not.toBe(403);
			}
		});

		if (isSeeing && !holdsAny(["candidate:r"], access))
			test("refuses an applicant that the user may only see", async () => {
				const headers = await holderOf(
					{ place: "no place", privileges: ["candidate:r"] },
					{ place: "physics", privileges: access },
				);
				const before = await snapshotOf(outside);
				for (const body of bodiesOf(allOutside, endpoint)) {
					const refused = await call(endpoint, { headers, params: paramsOf(allOutside, endpoint), body });
					expect(refused.status).toBe(403);
				}
				expect(await snapshotOf(outside)).toEqual(before);
			});
	},
);

const isSeen = (privilege: Permission) => holdsAny([privilege], anyOf("candidate"));

describe("what a user of one place chooses from", () => {
	const read = async (headers: Record<string, string>, path: string) => {
		const endpoint = guarded.find((one) => one.method === "GET" && one.path === path);
		if (!endpoint) throw new Error(`there is no ${path}`);
		return JSON.parse((await call(endpoint, { headers, params: { id: application.id } })).text);
	};
	const candidates: readonly Permission[] = ["candidate:r", "candidate:u"];

	test("the courses of an application say which of them are within reach", async () => {
		const reachOf = async (...roles: readonly Role[]) => {
			const { courses } = await read(await holderOf(...roles), "/applications/:id");
			return Object.fromEntries(
				courses.map(({ course, reach }: { course: { id: string }; reach: string }) => [course.id, reach]),
			);
		};
		const [physics = "", law = ""] = application.courses.map(({ id }) => id);
		expect(await reachOf({ place: "no place", privileges: candidates })).toMatchObject({
			[physics]: "changed",
			[law]: "changed",
		});
		expect(await reachOf({ place: "physics", privileges: candidates })).toMatchObject({
			[physics]: "changed",
			[law]: "none",
		});
		const mixed = [
			{ place: "university", privileges: ["candidate:r"] },
			{ place: "physics", privileges: ["candidate:u", "application:r"] },
		] as const;
		expect(await reachOf(...mixed)).toMatchObject({ [physics]: "changed", [law]: "seen" });
	});

	test("courses and structure items say which privileges do not reach them", async () => {
		const elsewhereIn = async (path: string, ...roles: readonly Role[]) => {
			const { data } = await read(await holderOf(...roles), path);
			return Object.fromEntries(
				data.map((row: { id: string; privilegesElsewhere: string[] }) => [row.id, row.privilegesElsewhere]),
			);
		};
		const [physics = "", law = ""] = application.courses.map(({ id }) => id);
		const onCourses = ["course:r", "course:u", "course:d"] as const;
		expect(await elsewhereIn("/courses", { place: "no place", privileges: onCourses })).toEqual({
			[physics]: [],
			[law]: [],
		});
		expect(await elsewhereIn("/courses", { place: "university", privileges: onCourses })).toEqual({
			[physics]: [],
			[law]: [],
		});
		expect(await elsewhereIn("/courses", { place: "science", privileges: onCourses })).toEqual({
			[physics]: [],
			[law]: ["course:u", "course:d"],
		});
		const mixed = [
			{ place: "no place", privileges: ["course:r", "course:u"] },
			{ place: "physics", privileges: ["course:d"] },
		] as const;
		expect(await elsewhereIn("/courses", ...mixed)).toEqual({ [physics]: [], [law]: ["course:d"] });
		expect(
			await elsewhereIn("/courses", { place: "physics", privileges: ["course:r"] }),
			"what nobody holds is not elsewhere",
		).toEqual({ [physics]: [], [law]: [] });

		const onItems = ["levelitem:r", "levelitem:u", "levelitem:d"] as const;
		const items = "/administration-level-items";
		expect(await elsewhereIn(items, { place: "science", privileges: onItems })).toEqual({
			university: ["levelitem:u", "levelitem:d"],
			law: ["levelitem:u", "levelitem:d"],
			science: ["levelitem:d"],
			physics: [],
			chemistry: [],
		});
		expect(Object.values(await elsewhereIn(items, { place: "university", privileges: onItems })).flat()).toEqual([]);
	});

	test("the structure of an application is the way to their own courses", async () => {
		const namesFor = async (place: PlaceName) =>
			(await read(await holderOf({ place, privileges: candidates }), "/applications/:id/admin-level-items")).data
				.map(({ name }: { name: string }) => name)
				.sort();
		expect(await namesFor("physics")).toEqual(["physics", "science", "university"]);
		expect(await namesFor("university")).toEqual(["law", "physics", "science", "university"]);
		expect(await namesFor("chemistry")).toEqual([]);
	});

	test("reviewers are those who see some of their applicants, and no other can be assigned", async () => {
		const emailsFor = async (place: PlaceName) =>
			(await read(await holderOf({ place, privileges: candidates }), "/reviewers")).data.map(
				({ email }: { email: string }) => email,
			);
		const of: Record<string, { id: string; email: string }> = {};
		for (const place of ["no place", "university", "science", "physics", "law"] as const) {
			const user = await createUser({ organisationId, privileges: candidates, firstName: `Reviewer of ${place}` });
			await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, place);
			of[place] = user;
		}
		const own = Object.entries(of).map(([place, { email }]) => [place, email] as const);
		const offered = async (place: PlaceName) => {
			const emails = await emailsFor(place);
			return own.filter(([, email]) => emails.includes(email)).map(([name]) => name);
		};
		expect(await offered("physics")).toEqual(["no place", "university", "science", "physics"]);
		expect(await offered("law")).toEqual(["no place", "university", "law"]);
		expect(await offered("university")).toEqual(["no place", "university", "science", "physics", "law"]);
		const assign = guarded.find((one) => one.method === "PATCH" && one.path === "/candidates/:id");
		if (!assign) throw new Error("nobody can be assigned");
		const headers = await holderOf({ place: "physics", privileges: candidates });
		const { text } = await call(assign, { headers, params: { id: inside.id }, body: { reviewerId: of.law?.id } });
		expect(JSON.parse(text)).toMatchObject({ code: "reviewer_unknown" });
	});
});
