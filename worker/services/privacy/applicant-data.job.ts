import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { type ReadField, readForm } from "#worker/contract/forms/form-reading";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { databaseFor } from "#worker/database/database";
import { type ZippedFile, zipStoredFiles } from "#worker/gateways/files/zip-stored";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { findSubmissionOf } from "#worker/services/forms/queries";
import { organisationById } from "#worker/services/organisation/queries";
import { downloadApplicantData } from "#worker/services/privacy/contract";
import { applicantDataTask } from "#worker/services/privacy/download-data";
import { leftOutOfData, readPersonalData, withMerged } from "#worker/services/privacy/personal-data.queries";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

const Input = v.object({ applicantId: v.string() });

/** Gathers everything that is held about an applicant into a zip: `data.json` and the files. */
export const applicantDataJob: Job = {
	type: applicantDataTask,
	readers: downloadApplicantData.access,
	retry: { access: downloadApplicantData.access },
	prepare: (given) => {
		const { applicantId } = v.parse(Input, given);
		return (background, task) => {
			// why: all kinds of data are read side by side, in one batch.
			const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
			return gather(ctx, task, applicantId);
		};
	},
};

const gather = async (ctx: OrgContext, task: OpenTask, applicantId: string) => {
	const ids = await withMerged(ctx, [applicantId]);
	const [applicant, held, submission, [organisation]] = await Promise.all([
		findApplicant(ctx, applicantId),
		readPersonalData(ctx, ids),
		findSubmissionOf(ctx, applicantId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !organisation) return fail("not_found");
	const folder = `${downloadsFolder}${ctx.organisationId}/${task.id}`;
	const { stored, missing } = await lookUp(ctx, held.files);
	const data = {
		about: {
			institution: organisation.name,
			applicant: fullName(applicant),
			applicationNumber: applicant.applicationNumber,
			application: applicant.applicationTitle,
			madeAt: new Date(ctx.now()).toISOString(),
			madeBy: ctx.actor.name,
			note: "Everything that the institution holds about the applicant. Times are milliseconds since 1970 UTC, amounts are in the minor unit of their currency.",
			notIncluded: leftOutOfData,
			missingFiles: missing,
		},
		form: submission
			? readForm({ ...submission, repeats: submission.duplicateFields, isClear: true }).map(({ title, rows }) => ({
					section: title,
					answers: rows.flatMap(({ fields }) => fields.map(toAnswer)),
				}))
			: [],
		...held.rows,
	};
	const bytes = new TextEncoder().encode(JSON.stringify(data, null, "\t"));
	// why a unique name: a second delivery must not overwrite what the first one is reading.
	const dataKey = `${folder}/pieces/${ctx.newId()}.json`;
	await ctx.env.FILES.put(dataKey, bytes);
	const objectKey = `${folder}/data.zip`;
	const files = [{ objectKey: dataKey, name: "data.json", size: bytes.length }, ...stored];
	const size = await zipStoredFiles(ctx, files, objectKey);
	const name = `Data of ${applicant.applicationNumber.replaceAll(/[\\/]/g, "-")}.zip`;
	const result = { objectKey, name, mimetype: "application/zip", size };
	await ctx.db.batch([advanceTask(ctx, task, { done: task.total, result })]);
	await ctx.env.FILES.delete(dataKey);
	return ok(undefined);
};

const toAnswer = ({ label, ...answer }: ReadField) => ({
	label,
	answer: answer.kind === "files" ? answer.value.map(({ name }) => name) : answer.value,
});

/** Looks up which files are in the store, and gives each a name of its own. */
const lookUp = async ({ env }: OrgContext, files: readonly { objectKey: string; name: string }[]) => {
	const stored: ZippedFile[] = [];
	const missing: string[] = [];
	const taken = new Set<string>();
	for (const { objectKey, name } of files) {
		const found = await env.FILES.head(objectKey);
		if (!found) {
			missing.push(name);
			continue;
		}
		const own = taken.has(name) ? name.replace(/(\.\w+)?$/, ` (${taken.size})$1`) : name;
		taken.add(own);
		stored.push({ objectKey, name: own, size: found.size });
	}
	return { stored, missing };
};
