import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { searchText } from "#worker/contract/text/search-text";
import { attachments } from "#worker/database/schema/forms";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import type * as contract from "#worker/services/duplicates/contract";

const col = (fieldId: string, type: string, label: string): FormCol => ({ fieldId, type, props: { label } });

/** A form with identifying fields, files, a section that can repeat, and one for a referee. */
export const pairLayout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal details",
			rows: [
				{ id: "r1", cols: [col("passport", "camera", "Passport photograph")] },
				{ id: "r2", cols: [col("dob", "single-date", "Date of birth"), col("phone", "phone", "Phone number")] },
				{ id: "r3", cols: [col("jamb", "text", "JAMB number"), col("about", "wysiwyg", "About you")] },
				{ id: "r4", cols: [col("papers", "file", "Certificates")] },
			],
		},
		{
			id: "schools",
			title: "Schools attended",
			repeatable: true,
			rows: [{ id: "r5", cols: [col("school", "text", "School")] }],
		},
		{
			id: "word",
			title: "The referee's word",
			refereeSectionType: "academic",
			rows: [{ id: "r6", cols: [col("word", "text", "Word")] }],
		},
	],
};

type Undone = EndpointResponse<typeof contract.undoMerge> & { code?: string; error?: string };
type Merge = EndpointResponse<typeof contract.getMerge>;
type Person = Parameters<typeof createApplicant>[1];
export type Comparison = EndpointResponse<typeof contract.compareApplicants>;
export type Pairs = EndpointResponse<typeof contract.listDuplicates>;

/** Creates an institution with one application whose applicants have identity keys. */
export const openPairFixture = async (options: Parameters<typeof openServicesFixture>[0] = {}) => {
	const staff = await openServicesFixture({ layout: pairLayout, ...options });
	const { application, organisation } = staff;

	/** Registers an applicant with search words and identity keys. */
	const register = async (person: Person = {}, of = application) => {
		const made = await createApplicant(of, { data: {}, ...person });
		const { id, organisationId, email } = made;
		const text = searchText(organisation.searchKey, made);
		await testDb().run(sql`UPDATE applicants SET search_text = ${text}
			WHERE organisation_id = ${organisationId} AND id = ${id}`);
		const keys = applicantKeysOf({ ...made, email }, pairLayout, person.data ?? {});
		for (const key of keys)
			await testDb().insert(identityKeys).values({ organisationId, scope: of.id, key, ownerId: id });
		return made;
	};
	const attach = async (
		applicant: { organisationId: string; submissionId: string },
		fieldId: string,
		name: string,
	): Promise<string> => {
		const id = `file-${crypto.randomUUID()}`;
		const { organisationId, submissionId } = applicant;
		await testDb()
			.insert(attachments)
			.values({
				organisationId,
				id,
				submissionId,
				fieldId,
				name,
				title: fieldId,
				section: "Personal details",
				mimetype: "text/plain",
				size: 5,
				objectKey: `${organisationId}/forms/${submissionId}/${id}.txt`,
				createdAt: 1,
			});
		return id;
	};
	const compare = (firstId: string, secondId: string) =>
		staff.get<Comparison & { code?: string }>(`/duplicates/comparison?firstId=${firstId}&secondId=${secondId}`);
	/** Returns the part of a merge request that names the current versions of both. */
	const seen = async (targetId: string, sourceId: string) => {
		const { first, second } = (await compare(targetId, sourceId)).body;
		return {
			targetId,
			sourceId,
			targetVersion: first.version,
			sourceVersion: second.version,
			targetFormVersion: first.formVersion,
			sourceFormVersion: second.formVersion,
			comment: "",
		};
	};
	const merge = async (targetId: string, sourceId: string, sourceFields: readonly string[] = [], more: object = {}) =>
		staff.send<{ mergeId: string; targetId: string; code?: string; fields?: Record<string, string[]>; error?: string }>(
			"POST",
			"/duplicates/merges",
			{ ...(await seen(targetId, sourceId)), sourceFields, ...more },
		);
	const open = async (mergeId: string) => (await staff.get<Merge>(`/duplicates/merges/${mergeId}`)).body;
	/** Makes all merges of the institution older. */
	const ageMerges = (ms: number) =>
		testDb().run(sql`UPDATE merges SET created_at = created_at - ${ms} WHERE organisation_id = ${organisation.id}`);
	const undo = (mergeId: string) => staff.send<Undone>("POST", `/duplicates/merges/${mergeId}/undo`);
	const dismiss = (firstId: string, secondId: string, isDismissed = true) =>
		staff.send("POST", "/duplicates/dismissals", { firstId, secondId, isDismissed });
	/** Changes answers of a form, as the wizard does. */
	const answer = async ({ submissionId }: { submissionId: string }, answers: object): Promise<number> => {
		const form = new FormData();
		form.set("data", JSON.stringify({ applicationKey: application.id, ...answers }));
		const encoded = new Request("https://portal.test", { method: "PUT", body: form });
		const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
		const body = await encoded.arrayBuffer();
		return (await staff.request(`/forms/${submissionId}`, { method: "PUT", headers, body })).status;
	};
	const list = (query = "") => staff.get<Pairs>(`/duplicates?applicationId=${application.id}${query}`);
	return { ...staff, register, attach, compare, seen, merge, open, ageMerges, undo, dismiss, answer, list };
};

/** Creates bindings whose database runs a function once, just before a merge or its undo is written. */
export const besideCommit = () => {
	let first: (() => Promise<unknown>) | undefined;
	const batch = async (statements: D1PreparedStatement[]) => {
		// why by their number: few reads come before them.
		const beside = statements.length > 10 ? first : undefined;
		if (beside) first = undefined;
		await beside?.();
		return env.DB.batch(statements);
	};
	const before = (something: () => Promise<unknown>) => {
		first = something;
	};
	return { bindings: { DB: replacing(env.DB, { batch }) }, before };
};

export type PairFixture = Awaited<ReturnType<typeof openPairFixture>>;

/** Reads the organisation's rows of these tables, to compare them before and after. */
export const rowsOf = async (organisationId: string, tables: readonly string[]) =>
	Object.fromEntries(
		await Promise.all(
			tables.map(async (table) => {
				const rows = await testDb().all<Record<string, unknown>>(
					sql`SELECT * FROM ${sql.identifier(table)} WHERE organisation_id = ${organisationId}`,
				);
				return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
			}),
		),
	);
