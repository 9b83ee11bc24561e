import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, asc, eq } from "drizzle-orm";
import { testClock } from "#tests/support/clock";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import type { FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import type { Permission } from "#worker/contract/permissions";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { attachments, formDrafts, submissions } from "#worker/database/schema/forms";
import { events, modificationEntries } from "#worker/database/schema/records";
import type { Env } from "#worker/env";
import { createServices } from "#worker/services/app";
import type { Submission } from "#worker/services/forms/contract";

const field = (fieldId: string, type: string, props: Partial<FormCol["props"]> = {}): FormCol => ({
	fieldId,
	type,
	props: { label: `The ${fieldId}`, ...props },
});

/** A form with a field of most types, repeats, and a referee's section. */
export const wideLayout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal information",
			rows: [
				{
					id: "names",
					cols: [field("surname", "text", { label: "Surname", required: true }), field("passport", "camera")],
				},
				{
					id: "contact",
					cols: [field("phone", "phone", { label: "Phone number" }), field("email", "email"), field("score", "number")],
				},
				{
					id: "origin",
					cols: [
						field("origin", "select", { source: "nigeria-states-lga" }),
						field("born", "single-date"),
						field("hostel", "checkbox"),
						field("statement", "wysiwyg"),
						field("address", "textarea", { label: "Home address" }),
						field("aura", "hologram"),
					],
				},
				{ id: "papers", cols: [field("certificate", "file"), field("slip", "file", { label: "Result slip" })] },
			],
		},
		{
			id: "schools",
			title: "Schools attended",
			repeatable: true,
			rows: [
				{ id: "school", cols: [field("school", "text", { label: "School" })] },
				{ id: "prize", repeatable: true, cols: [field("prize", "text")] },
			],
		},
		{
			id: "referee",
			title: "Referee's report",
			refereeSectionType: "academic",
			rows: [{ id: "report", cols: [field("report", "wysiwyg", { required: true })] }],
		},
	],
};

interface FixtureOptions {
	privileges?: readonly Permission[];
	layout?: FormLayout;
	data?: Record<string, unknown>;
}

interface Sent {
	data: Record<string, unknown>;
	/** The files by the ids of their fields. */
	files?: readonly (readonly [fieldId: string, file: File])[];
	/** Headers of another member of staff. */
	as?: Record<string, string>;
	key?: string;
	bindings?: Partial<Env>;
}

/** The parts of responses, failed or not, that tests read. */
export interface ResponseBody extends Partial<Submission> {
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
	details?: Record<string, unknown>;
}

/** Opens a fixture with an applicant who has a form, and a member of staff who edits it over HTTP. */
export const openEditFixture = async ({
	privileges,
	layout = wideLayout,
	data = { surname: "Okafor" },
}: FixtureOptions = {}) => {
	const clock = testClock();
	// why: the store is not emptied between test files.
	const { id: organisationId } = await createOrganisation({ id: `edit-${crypto.randomUUID().slice(0, 8)}` });
	const user = await createUser({ organisationId, ...(privileges && { privileges }) });
	const { headers } = await signIn(user, clock.now());
	const colleague = await createUser({ organisationId, firstName: "Emeka", lastName: "Obi" });
	const colleagueHeaders = (await signIn(colleague, clock.now())).headers;
	const application = await createApplication(organisationId, { layout });
	const applicant = await createApplicant(application, { data });
	const formId = applicant.submissionId;
	const app = createServices(clock);

	const call = async (method: string, path: string, init: RequestInit = {}, bindings: Partial<Env> = {}) => {
		const ctx = createExecutionContext();
		const request = new Request(`https://portal.test/api${path}`, {
			...init,
			method,
			headers: { ...headers, ...(init.headers as Record<string, string>) },
		});
		const response = await app.fetch(request, { ...env, ...bindings } as Env, ctx);
		const body = (await response.json()) as ResponseBody;
		await waitOnExecutionContext(ctx);
		return { status: response.status, body, headers: response.headers };
	};
	const send = (path: string, { data, files = [], as = {}, key, bindings }: Sent) => {
		const form = new FormData();
		form.set("data", JSON.stringify(data));
		for (const [fieldId, file] of files) form.append(`${application.id}:${fieldId}`, file, file.name);
		const keyHeader: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
		return call("PUT", path, { body: form, headers: { ...as, ...keyHeader } }, bindings);
	};
	const withKey = (data: Record<string, unknown>) => ({ applicationKey: application.id, ...data });
	const only = async <T>(rows: Promise<T[]>): Promise<T> => {
		const [row] = await rows;
		if (!row) throw new Error("the row is gone");
		return row;
	};

	return {
		organisationId,
		user,
		colleague,
		colleagueHeaders,
		application,
		applicant,
		formId,
		clock,
		call,
		send,
		/** Updates the form with answers by field id. */
		put: (data: Record<string, unknown>, more: Omit<Sent, "data"> = {}) =>
			send(`/forms/${formId}`, { data: withKey(data), ...more }),
		draft: (data: Record<string, unknown>, more: Omit<Sent, "data"> = {}) =>
			send(`/forms/${formId}/draft`, { data: { version: 1, ...data }, ...more }),
		readDraft: () => call("GET", `/forms/${formId}/draft`),
		form: () => only(testDb().select().from(submissions).where(eq(submissions.id, formId))),
		person: () => only(testDb().select().from(applicants).where(eq(applicants.id, applicant.id))),
		entries: () =>
			testDb()
				.select()
				.from(modificationEntries)
				.where(and(eq(modificationEntries.entity, "applicant"), eq(modificationEntries.entityId, applicant.id)))
				.orderBy(asc(modificationEntries.id)),
		log: () => testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id)),
		events: () => testDb().select().from(events).where(eq(events.organisationId, organisationId)),
		files: () =>
			testDb().select().from(attachments).where(eq(attachments.submissionId, formId)).orderBy(asc(attachments.id)),
		drafts: () => testDb().select().from(formDrafts).where(eq(formDrafts.submissionId, formId)),
		/** Returns the keys of all files uploaded into the organisation's forms. */
		stored: async () => (await env.FILES.list({ prefix: `${organisationId}/` })).objects.map(({ key }) => key).sort(),
	};
};

export type EditFixture = Awaited<ReturnType<typeof openEditFixture>>;

/** Returns everything that an update of the form writes to. */
export const stateOf = async (staff: EditFixture) => ({
	form: await staff.form(),
	person: await staff.person(),
	entries: await staff.entries(),
	log: await staff.log(),
	events: await staff.events(),
	files: await staff.files(),
	drafts: await staff.drafts(),
	stored: await staff.stored(),
});

export const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>, type = "application/octet-stream") =>
	new File([bytes], name, { type });
