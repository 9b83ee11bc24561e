import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { writeXlsx } from "hucre/xlsx";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import { createApplication, createOrganisation, createUser, signIn } from "#tests/support/factories";
import type { Permission } from "#worker/contract/permissions";
import type { Env } from "#worker/env";
import { createServices } from "#worker/services/app";
import type { CandidateGroup } from "#worker/services/uploaded-candidates/contract";
import type { CandidateImport, CandidateImportRow } from "#worker/services/uploaded-candidates/imports.contract";

interface Page<T> {
	data: T[];
	resultTotal: number;
}

interface FixtureOptions {
	bindings?: Partial<Env>;
	privileges?: readonly Permission[];
}

/** Opens a fixture that uploads lists of candidates; background work runs when the test says so. */
export const openImportFixture = async ({ bindings = {}, privileges }: FixtureOptions = {}) => {
	const queues = keepingQueues();
	const clock = testClock();
	const organisation = await createOrganisation();
	const user = await createUser({ organisationId: organisation.id, ...(privileges && { privileges }) });
	const { headers } = await signIn(user, clock.now());
	const application = await createApplication(organisation.id);
	const app = createServices(clock);
	const fixtureEnv: Env = { ...env, ...queues.bindings, ...bindings };
	const request = async (path: string, init: RequestInit = {}) => {
		const ctx = createExecutionContext();
		const sent = new Request(`https://portal.test/api${path}`, { ...init, headers: { ...headers, ...init.headers } });
		const response = await app.fetch(sent, fixtureEnv, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
	const call = async <T>(method: string, path: string, body?: unknown) => {
		const json = body === undefined ? {} : { body: JSON.stringify(body) };
		const response = await request(path, { method, headers: { "content-type": "application/json" }, ...json });
		return { status: response.status, body: (await response.json()) as T };
	};
	const createGroup = async (name: string, applicationId: string | null = application.id) =>
		(await call<CandidateGroup>("POST", "/candidate-groups", { name, applicationId })).body;
	const upload = async (group: { id: string }, name: string, content: string | Uint8Array<ArrayBuffer>) => {
		const form = new FormData();
		form.set("data", JSON.stringify({ name }));
		form.set("file", new File([content], name));
		const response = await request(`/candidate-groups/${group.id}/imports`, { method: "POST", body: form });
		return { status: response.status, body: (await response.json()) as CandidateImport };
	};
	const work = async (more: Partial<Env> = {}) => {
		for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
			await deliverJobs(jobs, { clock, bindings: { ...queues.bindings, ...bindings, ...more } });
	};
	const pathOf = ({ groupId, id }: Pick<CandidateImport, "groupId" | "id">) =>
		`/candidate-groups/${groupId}/imports/${id}`;
	const readImport = async (one: Pick<CandidateImport, "groupId" | "id">) =>
		(await call<CandidateImport>("GET", pathOf(one))).body;
	/** Accepts the suggested columns, or these, and has the rows checked. */
	const check = async (one: CandidateImport, fields?: readonly string[]) => {
		const columns = fields ?? (await readImport(one)).columns?.map(({ field }) => field);
		const response = await call("PUT", `${pathOf(one)}/columns`, { columns });
		await work();
		return response;
	};
	const add = async (one: CandidateImport, addDuplicates = false) => {
		const response = await call<{ code?: string }>("POST", `${pathOf(one)}/add`, { addDuplicates });
		await work();
		return response;
	};
	/** Takes a list through all steps into its group. */
	const importList = async (group: { id: string }, name: string, content: string | Uint8Array<ArrayBuffer>) => {
		const { body } = await upload(group, name, content);
		await work();
		await check(body);
		await add(body);
		return readImport(body);
	};
	return {
		organisation,
		user,
		application,
		clock,
		queues,
		call,
		request,
		createGroup,
		upload,
		work,
		pathOf,
		readImport,
		check,
		add,
		importList,
		undo: async (one: CandidateImport) => {
			const response = await call<{ code?: string }>("POST", `${pathOf(one)}/undo`);
			await work();
			return response;
		},
		rows: async (one: CandidateImport, search = "") =>
			(await call<Page<CandidateImportRow>>("GET", `${pathOf(one)}/rows?size=100${search}`)).body,
		group: async ({ id }: { id: string }) => (await call<CandidateGroup>("GET", `/candidate-groups/${id}`)).body,
		candidates: async ({ id }: { id: string }, search = "") =>
			(
				await call<Page<{ id: string; data: Record<string, string>; applicantId: string | null }>>(
					"GET",
					`/candidate-groups/${id}/candidates?size=100${search}`,
				)
			).body,
		notices: async () => {
			await deliverEvents(queues.sentEvents.splice(0), { clock, bindings: queues.bindings });
			const { body } = await call<Page<{ message: string }>>("GET", "/notifications");
			return body.data.map(({ message }) => JSON.parse(message));
		},
	};
};
export type ImportFixture = Awaited<ReturnType<typeof openImportFixture>>;

/** Returns a list as a workbook. */
export const workbookOf = async (rows: readonly (string | number)[][]): Promise<Uint8Array<ArrayBuffer>> =>
	Uint8Array.from(await writeXlsx({ sheets: [{ name: "List", rows: rows.map((cells) => [...cells]) }] }));
