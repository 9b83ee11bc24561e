import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { testClock } from "#tests/support/clock";
import { createApplication, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import type { Permission } from "#worker/contract/permissions";
import { searchText } from "#worker/contract/text/search-text";
import { applicants } from "#worker/database/schema/applicants";
import type { Env } from "#worker/env";
import { createServices } from "#worker/services/app";

interface FixtureOptions {
	privileges?: readonly Permission[];
	/** Bindings that replace the tests' own. */
	bindings?: Partial<Env>;
	stages?: readonly string[];
	courseCount?: number;
	layout?: FormLayout;
}

/** Opens an institution with one application and a signed-in member of staff who calls the services over HTTP. */
export const openServicesFixture = async ({ privileges, bindings = {}, ...application }: FixtureOptions = {}) => {
	const clock = testClock();
	const organisation = await createOrganisation();
	const user = await createUser({ organisationId: organisation.id, ...(privileges && { privileges }) });
	const { headers } = await signIn(user, clock.now());
	const app = createServices(clock);
	const fixtureEnv: Env = { ...env, ...bindings };
	const toRequest = (path: string, init: RequestInit) =>
		new Request(`https://portal.test/api${path}`, {
			...init,
			headers: { ...headers, "content-type": "application/json", ...(init.headers as Record<string, string>) },
		});
	const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
		const ctx = createExecutionContext();
		const response = await app.fetch(toRequest(path, init), fixtureEnv, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
	const write = (method: string, body: unknown, key?: string): RequestInit => ({
		method,
		body: body === undefined ? null : JSON.stringify(body),
		headers: key ? { "idempotency-key": key } : {},
	});
	const readResponse = async <T = ResponseBody>(response: Response) => ({
		status: response.status,
		body: (await response.json()) as T,
	});
	return {
		clock,
		organisation,
		user,
		request,
		application: await createApplication(organisation.id, application),
		get: async <T = ResponseBody>(path: string) => readResponse<T>(await request(path)),
		send: async <T = ResponseBody>(method: string, path: string, body?: unknown, key?: string) =>
			readResponse<T>(await request(path, write(method, body, key))),
		/** Sends a form with files. */
		upload: async (path: string, form: FormData, key?: string, method = "POST"): Promise<Response> => {
			const ctx = createExecutionContext();
			const request = new Request(`https://portal.test/api${path}`, {
				method,
				body: form,
				headers: { ...headers, ...(key && { "idempotency-key": key }) },
			});
			const response = await app.fetch(request, fixtureEnv, ctx);
			await waitOnExecutionContext(ctx);
			return response;
		},
		/** Sends a request, disconnects without waiting for the response, and waits for the background work. */
		sendAndDisconnect: async (method: string, path: string, body: unknown, key: string): Promise<void> => {
			const left: Promise<unknown>[] = [];
			const ctx = Object.assign(createExecutionContext(), { waitUntil: (work: Promise<unknown>) => left.push(work) });
			void app.fetch(toRequest(path, write(method, body, key)), fixtureEnv, ctx);
			await expect.poll(() => left.length).toBeGreaterThan(0);
			await Promise.all(left);
		},
	};
};

/** A response's body as tests read it. */
export interface ResponseBody {
	[name: string]: unknown;
	code?: string;
	data?: { id: string; [name: string]: unknown }[];
}

export type ServicesFixture = Awaited<ReturnType<typeof openServicesFixture>>;
type TestApplication = ServicesFixture["application"];

/** Creates many applicants at once, `seqStep` apart, distributed over the application's steps and courses. */
export const createMany = async (
	{ organisationId, id: applicationId, steps, courses }: TestApplication,
	count: number,
	{ firstSeq, seqStep = 1, searchKey }: { firstSeq?: number; seqStep?: number; searchKey?: string } = {},
): Promise<string[]> => {
	const start = firstSeq ?? (await nextSeq());
	const rows = Array.from({ length: count }, (_, index) => {
		const seq = start + index * seqStep;
		const id = `many-${seq}`;
		const person = {
			firstName: "Chidi",
			lastName: `Eze${index}`,
			applicationNumber: `MA/26/${seq}`,
			email: `${id}@mail.example`,
			reference: `REF${seq}`,
		};
		const text = searchKey ? searchText(searchKey, person) : "";
		const courseId = courses[Math.floor(index / 3) % courses.length]?.id;
		const stepId = steps[index % steps.length]?.id;
		return [seq, id, courseId, person.lastName, person.applicationNumber, person.email, person.reference, text, stepId];
	});
	for (let from = 0; from < rows.length; from += 2_000)
		await testDb().run(sql`
			INSERT INTO applicants (seq, organisation_id, id, application_id, application_number, reference, first_name,
				last_name, email, course_id, step_id, public_id, registered_at, stage_changed_at, updated_at, search_text)
			SELECT value ->> 0, ${organisationId}, value ->> 1, ${applicationId}, value ->> 4, value ->> 6, 'Chidi',
				value ->> 3, value ->> 5,
				value ->> 2, value ->> 8,
				'public-' || (value ->> 1), 0, 0, 0, value ->> 7
			FROM json_each(${JSON.stringify(rows.slice(from, from + 2_000))})`);
	return rows.map(([, id]) => String(id));
};

const nextSeq = async () => {
	const [last] = await testDb()
		.select({ seq: sql<number>`coalesce(max(${applicants.seq}), 0)` })
		.from(applicants);
	return (last?.seq ?? 0) + 1;
};

/** Returns every row of a table, to compare before and after. */
export const rowsOf = (table: string) =>
	testDb().all<Record<string, unknown>>(sql`SELECT * FROM ${sql.identifier(table)}`);
